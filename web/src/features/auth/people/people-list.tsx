import { type PeopleRowsProps, Who } from './people-table.tsx'
import { RoleBadge, StatusText } from './person-badges.tsx'
import { RowMenu } from './row-menu.tsx'

/** People as a list, for narrow screens: face, name, e-mail, role, and the status where it is not the usual one. */
export function PeopleList({ people, actor, onOpen, onChange, label }: PeopleRowsProps & { label: string }) {
  return (
    <ul aria-label={label} className="divide-y divide-border border-t border-border">
      {people.map((person) => (
        <li key={person.id} className="flex items-start gap-2 py-3 pr-1.5 pl-4">
          <div className="grid min-w-0 flex-1 gap-2">
            <Who person={person} isSelf={person.id === actor.id} onOpen={onOpen} />
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 pl-12 text-sm">
              <RoleBadge role={person.role} />
              {person.banned && <StatusText person={person} />}
            </div>
          </div>
          <RowMenu person={person} actor={actor} onChange={onChange} />
        </li>
      ))}
    </ul>
  )
}
