import { describe, expect, test } from 'vitest'
import { initialsOf } from '../ui/avatar.tsx'
import { displayNameOf, roleLabel } from './display-name.ts'

describe('names', () => {
  test.each([
    [{ firstname: ' Ana ', lastname: 'Cruz', name: 'DJ Ana' }, 'Ana Cruz'],
    [{ firstname: 'Ana', lastname: '', name: 'Ana de la Cruz' }, 'Ana de la Cruz'],
    [{ firstname: 'Ana', lastname: '', name: 'ana' }, 'Ana'],
    [{ firstname: '', lastname: 'Cruz', name: 'ana' }, 'Cruz'],
    [{ name: 'ana', username: 'ana.c' }, 'ana'],
    [{ username: 'ana.c' }, 'ana.c'],
    [{ firstname: null, lastname: null, name: '  ' }, 'User'],
    [{}, 'User'],
  ])('[SH6] %o reads %s', (names, expected) => {
    expect(displayNameOf(names)).toBe(expected)
  })

  test('[SH6] roles begin with a capital', () => {
    expect(['LISTENER', 'MODERATOR', 'ADMIN', 'DJ'].map(roleLabel)).toEqual([
      'Listener',
      'Moderator',
      'Admin',
      'DJ',
    ])
  })

  test('[SH6] initials are those of the first and the last word', () => {
    expect(['Ana Maria Cruz', 'ana', '', 'Ñoño Élan'].map(initialsOf)).toEqual(['AC', 'A', '', 'ÑÉ'])
  })
})
