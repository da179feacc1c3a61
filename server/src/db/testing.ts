import { TableChanges } from './table-changes.ts'

/** Changes of a database that others write to unseen: nothing that was read from it is good for longer. */
export class UnseenChanges extends TableChanges {
  override isUnchanged(): boolean {
    return false
  }
}
