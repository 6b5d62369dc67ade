import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, it } from 'vitest'

const sources = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Every statement that may write `users.username`, by file, and who asks whether the name belongs to the provider
 * (username-formats/queries.ts). A restore writes whole tables and names none: watch-usernames.ts checks what it brought.
 */
const writers: Readonly<Record<string, string>> = {
  // A sign-in: begin-session.ts asks before it commits.
  'sign-in/attempts/users.ts': 'insert, update',
  // A directory: scim/people/username.ts asks.
  'protocols/scim/people/person.ts': 'insert, update',
  // A tenant file: tenant-import/people.ts asks.
  'people/people/imported-people.ts': 'insert, update',
}

/** Files that read the answer of `belongsTo` or `sendBelonging`, for the writers above. */
const askers = [
  'sign-in/attempts/begin-session.ts',
  'protocols/scim/people/username.ts',
  'operator/tenant-import/people.ts',
]

/**
 * What may move names to another provider, by file: it holds `lockFormatsInEffect`, so that no person of a sign-in that is under way is
 * missed. `keepDraft` and `restoreUnconfirmed` are called by those that hold it. watch-usernames.ts changes no formats.
 */
const movers = [
  'operator/tenant-import/import.ts',
  'providers/identity-providers/drafts/revert-unconfirmed.ts',
  'providers/identity-providers/drafts/routes.ts',
  'providers/identity-providers/routes.ts',
  'sign-in/setup/complete.ts',
]
const moves = /\b(?:keepDraft|restoreUnconfirmed|checkUsernames)\(/
const movesForOthers = [
  'providers/identity-providers/drafts/keep-draft.ts',
  'people/usernames/check-usernames.ts',
  'people/usernames/watch-usernames.ts',
]

/** Statements on `users` in SQL, also in functions of migrations, and in Kysely. */
const statements = [
  { does: 'insert', shape: /insert\s+into\s+(?:public\.)?users\b|insertInto\(\s*'users(?: as \w+)?'/g },
  {
    does: 'update',
    // Until the condition, or the end of the statement: what is set.
    shape: /update\s+(?:only\s+)?(?:public\.)?users\b[^;`]*?\bset\b[^;`]*?\busername(?:_received)?\s*=/g,
  },
  { does: 'update', shape: /do update\s+set\s+username\s*=/g },
  { does: 'update', shape: /updateTable\(\s*'users(?: as \w+)?'\s*\)(?:(?!\.execute)[^])*?\busername\b/g },
  { does: 'update', shape: /'subject'\]\)\.doUpdateSet\(/g },
  { does: 'merge', shape: /merge\s+into\s+(?:public\.)?users\b|mergeInto\(\s*'users/g },
  { does: 'copy', shape: /copy\s+(?:public\.)?users\b/g },
] as const

it('each writer of usernames is known, and asks whether the name belongs to the provider', () => {
  const found: Record<string, string> = {}
  for (const file of files(sources)) {
    const text = readFileSync(file, 'utf8')
    const does = new Set(statements.filter(({ shape }) => text.match(shape) !== null).map((one) => one.does))
    if (does.size > 0) found[relative(sources, file)] = [...does].join(', ')
  }
  expect(found).toEqual(writers)
  for (const file of askers)
    expect(readFileSync(join(sources, file), 'utf8'), file).toMatch(/\b(?:belongsTo|sendBelonging)\(/)
})

it('what moves names to another provider locks formats against sign-ins first', () => {
  const texts = files(sources).map((file) => ({ file: relative(sources, file), text: readFileSync(file, 'utf8') }))
  const found = texts.filter(({ text }) => moves.test(text))
  expect(found.map(({ file }) => file).toSorted()).toEqual([...movers, ...movesForOthers].toSorted())
  const locking = found.filter(({ text }) => text.includes('await lockFormatsInEffect(tx)'))
  expect(locking.map(({ file }) => file).toSorted()).toEqual(movers)
})

it.each([
  `sql\`insert into users (id) select 1\``,
  `tx.db.insertInto('users').values(row)`,
  `sql\`update public.users u set name = 'x', username = 'y' where u.id = 1\``,
  `sql\`update users u\n  set active = true,\n  username = lower(username)\``,
  `tx.db.updateTable('users').set({ username })`,
  `tx.db.updateTable('users').set({ name, username: 'x' })`,
])('a new writer is found: %s', (text) => {
  expect(statements.some(({ shape }) => text.match(shape) !== null)).toBe(true)
})

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    // Tests write what they like.
    if (entry.isDirectory()) return entry.name === 'testing' ? [] : files(path)
    return path.endsWith('.ts') && !path.endsWith('.test.ts') ? [path] : []
  })
}
