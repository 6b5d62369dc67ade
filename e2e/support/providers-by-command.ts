import { expect } from 'vitest'

import type { Finished } from './run-process.ts'
import type { ProviderFace, Published } from './provider-face.ts'
import type { Shell } from './shell.ts'

type Change = { field: string; from: unknown; to: unknown }
type Finding = { severity: string; message: string }
type Certificate = { slot: number; state: string; subject: string }

/** The work by commands; `create` gets the arguments that say where the values come from. */
export function providersByCommand(shell: Shell, source: (published: Published) => readonly string[]): ProviderFace {
  const ended = (code: number, { code: found, stderr }: Finished) => expect(found, stderr).toBe(code)
  const run = async (code: number, ...args: readonly string[]) => {
    const finished = await shell.portico(args)
    ended(code, finished)
    return finished
  }
  return {
    async create(name, published) {
      const create = ['idp', 'create', '--type', 'OPENSAML', '--name', name]
      await run(3, ...create)
      await run(0, ...create, ...source(published))
    },
    async setFormats(name, { domain, owner }, free) {
      const refused = await run(7, 'username-format', 'set', '--idp', name, '--email', domain)
      expect(refused.stderr).toContain(`Email domain: “${domain}” belongs to the identity provider “${owner}”.`)
      await run(0, 'username-format', 'set', '--idp', name, '--email', free)
    },
    async askForPersistentNames(name) {
      const update = ['idp', 'update', name, '--set', 'nameIdFormat=persistent']
      const { changes } = await shell.json<{ changes: Change[] }>([...update, '--dry-run'])
      expect(changes).toEqual([{ field: 'nameIdFormat', from: 'unspecified', to: 'persistent' }])
      await run(0, ...update)
    },
    async lint(name, twin) {
      const found = await shell.json<Finding[]>(['idp', 'lint', name])
      expect(found.map(({ message }) => message)).toContain(
        `The identity provider “${twin}” of this tenant has the same entity ID.`,
      )
    },
    async whereIs(username, provider) {
      expect(await shell.json(['whereis', username])).toMatchObject({ outcome: 'found', provider })
      await run(6, 'whereis', 'eve@nowhere.example')
      await run(3, 'whereis', 'eve')
    },
    async readCertificates(name, subject) {
      const rows = await shell.json<Certificate[]>(['cert', 'list', '--filter', `provider=${name}`])
      expect(rows).toMatchObject([{ slot: 1, state: 'valid', subject }])
    },
    async readSignIn(code, texts) {
      const failed = await shell.json<{ code: string }[]>(['sign-in', 'list', '--failed'])
      expect(failed.map((row) => row.code)).toContain(code)
      const { stdout } = await run(0, 'sign-in', 'show', code, '-o', 'table')
      for (const text of texts) expect(stdout.replace(/\s+/g, ' ')).toMatch(text)
      await run(6, 'sign-in', 'show', 'ZZZZ-ZZZZ')
    },
    async remove(name) {
      await run(2, 'idp', 'delete', name)
      await run(3, 'idp', 'delete', name, '--confirm', `${name}s`)
      await run(0, 'idp', 'delete', name, '--confirm', name)
      await run(6, 'idp', 'get', name)
    },
    leave: async () => void (await run(0, 'logout')),
    close: () => Promise.resolve(),
  }
}
