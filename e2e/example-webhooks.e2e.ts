import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { examples } from './support/examples.ts'
import { freePort } from './support/free-port.ts'
import { guideBlocks } from './support/guide-blocks.ts'
import { builtInstallation } from './support/installation.ts'
import { startListening, type ListeningProgram } from './support/listening-program.ts'
import { runProcess } from './support/run-process.ts'
import { readAutomation, startDemo, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { newSecret, signedWebhook, type SignedWebhook } from './support/signed-webhook.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { until } from './support/until.ts'

// The receivers of examples/: they get the messages of the demo, and refuse what is not genuine.
const folder = temporaryFolder()
const installation = builtInstallation()
const receivers = examples(folder.path).filter(({ webhook }) => webhook !== undefined)
let demo: ServerProcess
let shell: Shell

beforeAll(async () => {
  demo = await startDemo(installation, { dataDir: join(folder.path, 'demo') })
  shell = openShell(installation, join(folder.path, 'home'))
  expect((await shell.portico(loginArguments(readAutomation(demo.dataDir)))).code).toBe(0)
})
afterAll(async () => {
  await demo?.stop()
  folder.remove()
})

test('there are receivers in two languages', () => {
  expect(receivers.map(({ language }) => language)).toEqual(['Node.js', 'Python'])
})

describe.each(receivers)('$language', ({ language, missing, folder: cwd, webhook = [] }) => {
  if (missing !== undefined) {
    test.skip(`is skipped: this machine does not have ${missing}`, () => {})
    process.stderr.write(`webhook examples: ${language} is skipped, because this machine does not have ${missing}.\n`)
    return
  }
  type Row = { readonly id: string; readonly action?: string }
  const start = (secret: string, file: string, port = 0) =>
    startListening(webhook, { cwd, env: { WEBHOOK_SECRET: secret, FILE: file, PORT: String(port) } })
  const linesOf = (file: string) =>
    (existsSync(file) ? readFileSync(file, 'utf8') : '').split('\n').flatMap((line) => (line === '' ? [] : [line]))
  const rowsOf = (file: string) => linesOf(file).map((line) => JSON.parse(line) as Row)

  test('stores the audit rows that the demo sends, with the commands of the guide', async () => {
    const port = await freePort('127.0.0.1')
    const [create = '', send = ''] = guideBlocks(installation, 'applications.md', 'Receiving webhooks', 'sh')
    const place = join(folder.path, language)
    const typed = async (block: string) => {
      const input = block
        .replaceAll('127.0.0.1:9000', `127.0.0.1:${port}`)
        .replaceAll('webhook.secret', `${place}.secret`)
        .replaceAll('bin/portico', installation.portico)
        .replace(/^WEBHOOK_SECRET.*$/m, '')
      const done = await runProcess(['bash', '-e'], { cwd: installation.root, env: shell.env, input })
      expect(done.code, done.stderr).toBe(0)
    }
    await typed(create)
    const file = `${place}.jsonl`
    const program = await start(readFileSync(`${place}.secret`, 'utf8').trim(), file, port)
    try {
      await typed(send)
      await until('the test message', () => program.output().includes('ping'))
      const { code } = await shell.portico(['role', 'create', '--name', `Auditors of ${language}`])
      expect(code).toBe(0)
      await until('the row of the new role', () => rowsOf(file).some(({ action }) => action === 'tenant-role.create'))
    } finally {
      await program.stop()
    }
  })

  describe('with messages of the test', () => {
    const secret = newSecret()
    const file = join(folder.path, `${language}-own.jsonl`)
    const bodyOf = (...ids: string[]) =>
      JSON.stringify({
        type: 'audit.rows',
        data: { tenant: { id: 't', slug: 'acme' }, rows: ids.map((id) => ({ id })) },
      })
    let program: ListeningProgram
    beforeAll(async () => {
      program = await start(secret, file)
    })
    afterAll(() => program?.stop())
    const send = async ({ headers, body }: SignedWebhook) =>
      (await fetch(program.url, { method: 'POST', headers, body })).status

    test('stores each row once, also when a message is repeated, comes again signed anew, or after a restart', async () => {
      const first = signedWebhook(bodyOf('a', 'b'), { secrets: [secret] })
      expect([await send(first), await send(first)]).toEqual([204, 204])
      expect(await send(signedWebhook(bodyOf('b', 'c'), { secrets: [secret] }))).toBe(204)
      await program.stop()
      program = await start(secret, file)
      expect(await send(first)).toBe(204)
      expect(rowsOf(file).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    })

    test('accepts a message with a second signature while the secret is replaced', async () => {
      expect(await send(signedWebhook(bodyOf('d'), { secrets: [newSecret(), secret] }))).toBe(204)
      expect(rowsOf(file).at(-1)?.id).toBe('d')
    })

    const good = () => signedWebhook(bodyOf('forged'), { secrets: [secret] })
    const withHeader = (name: string, change: (value: string) => string): SignedWebhook => {
      const { headers, body } = good()
      return { body, headers: { ...headers, [name]: change(headers[name] ?? '') } }
    }
    test.each<[string, number, () => SignedWebhook]>([
      ['that is six minutes old', 401, () => signedWebhook(bodyOf('forged'), { secrets: [secret], ageSecs: 360 })],
      ['of the future', 401, () => signedWebhook(bodyOf('forged'), { secrets: [secret], ageSecs: -360 })],
      ['with a newer time', 401, () => withHeader('webhook-timestamp', (time) => String(Number(time) + 1))],
      ['with another id', 401, () => withHeader('webhook-id', (id) => `${id}x`)],
      ['with another body', 401, () => ({ ...good(), body: bodyOf('other') })],
      ['signed with another secret', 401, () => signedWebhook(bodyOf('forged'), { secrets: [newSecret()] })],
      ['signed with an empty secret', 401, () => signedWebhook(bodyOf('forged'), { secrets: ['whsec_'] })],
      ['without a signature', 401, () => withHeader('webhook-signature', () => '')],
      [
        'with another version of signature',
        401,
        () => withHeader('webhook-signature', (one) => one.replace('v1', 'v2')),
      ],
      ['with a time that is not a number', 401, () => withHeader('webhook-timestamp', () => 'NaN')],
      ['without headers', 401, () => ({ headers: {}, body: bodyOf('forged') })],
    ])('refuses a message %s', async (_, status, make) => {
      const before = linesOf(file)
      expect(await send(make())).toBe(status)
      expect(linesOf(file)).toEqual(before)
    })

    test('does not start without a secret', async () => {
      await expect(start('', join(folder.path, 'none.jsonl'))).rejects.toThrow('WEBHOOK_SECRET')
    })
  })
})
