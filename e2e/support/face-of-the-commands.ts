import { expect } from 'vitest'

import type { Face } from './face.ts'
import type { Shell } from './shell.ts'

const urn = (application: string) => `urn:portico:acme:application:${application}`
const applications = [`${urn('billing')}:clerk`, `${urn('billing')}:viewer`, `${urn('inventory')}:planner`, urn('wiki')]
const flags = (flag: string, values: readonly string[]) => values.flatMap((value) => [flag, value])

/** The work by commands. The dry run and an unconfirmed deletion stop before a change. */
export function commandFace(shell: Shell): Face {
  const run = (verb: string, ...args: readonly string[]) =>
    shell.portico(['service-account', verb, '--env', 'Staging', ...args])
  const done = async (verb: string, ...args: readonly string[]) => {
    const { code, stderr } = await run(verb, ...args)
    expect(code, stderr).toBe(0)
  }
  return {
    create: (name, { certificate }) =>
      done('create', '--name', name, '--key1', `@${certificate}`, ...flags('--app', applications)),
    edit: (name, newName) =>
      done('update', name, '--name', newName, ...flags('--remove-app', [`${urn('billing')}:viewer`, urn('wiki')])),
    async leaveWithChanges(name) {
      const planned = await run('update', name, '--name', 'Unfinished', '--dry-run', '--json')
      expect([planned.code, planned.stdout]).toEqual([0, expect.stringContaining('Unfinished')])
      const { code, stdout } = await run('delete', name)
      expect([code, stdout]).toEqual([2, ''])
    },
    async rotate(name, { key }) {
      await done('rotate', name, '--key', `@${key}`)
      await done('update', name, '--key1', '')
    },
    remove: (name) => done('delete', name, '--confirm', name),
    leave: async () => expect((await shell.portico(['logout'])).code).toBe(0),
    close: () => Promise.resolve(),
  }
}
