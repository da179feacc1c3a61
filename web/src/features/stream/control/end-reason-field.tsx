import { MAX_END_REASON_LENGTH } from '@carillon/contract/broadcasts/schemas'
import { Field, TextArea } from '../../../ui/field.tsx'

type EndReasonFieldProps = { value: string; onChange(value: string): void }

/** Why staff end a show: the DJ reads it with their name. */
export function EndReasonField({ value, onChange }: EndReasonFieldProps) {
  return (
    <Field label="Reason" optional hint="The DJ reads it with your name." className="text-text">
      <TextArea
        rows={2}
        maxLength={MAX_END_REASON_LENGTH}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
