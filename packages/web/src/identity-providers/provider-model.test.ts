import { createCore, type HttpPort, type IdentityProvider, type LintFinding } from '@portico/core'
import { beforeEach, describe, expect, test } from 'vitest'

import { createProviderModel, type ProviderModel } from './provider-model.ts'

const stored: IdentityProvider = {
  id: 'p1',
  name: 'Corporate login',
  type: 'OIDC',
  primary: false,
  pendingSwitch: false,
  enabled: true,
  config: { issuer: 'https://login.acme.example', clientId: 'portico' },
  secrets: ['clientSecret'],
  certificates: [],
  prefixes: [],
  suffixes: ['acme.example'],
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}
const finding: LintFinding = { severity: 'warning', code: 'x', message: 'm', todo: 't', fieldID: null }

/** Answers by method and the end of the path, in the order they are asked for; what was asked is kept. */
function page(answers: Readonly<Record<string, readonly (readonly [status: number, body: unknown])[]>>) {
  const asked: string[] = []
  const http: HttpPort = {
    cookie: () => undefined,
    send: ({ method, path }) => {
      const key = `${method} ${path.split('?')[0]?.split('/').at(-1)}`
      const own = answers[key] ?? []
      const [status, body] = own[Math.min(asked.filter((one) => one === key).length, own.length - 1)] ?? [404, {}]
      asked.push(key)
      const header = (name: string) => (name === 'etag' ? `"${asked.length}"` : undefined)
      return Promise.resolve({ status, statusText: '', header, text: () => Promise.resolve(JSON.stringify(body)) })
    },
  }
  const memory = { get: () => undefined, set: () => undefined, remove: () => undefined }
  return { asked, core: createCore({ http, clock: { now: () => 0 }, memory }) }
}

describe('a provider being edited', () => {
  let model: ProviderModel
  let asked: string[]

  beforeEach(() => {
    const { core, ...rest } = page({
      'GET lint': [[200, { findings: [finding] }]],
      'POST lint': [[200, { findings: [] }]],
      'PUT p1': [[200, { ...stored, name: 'Renamed' }]],
      'GET p1': [[200, { ...stored, config: { ...stored.config, scope: 'openid theirs' } }]],
    })
    asked = rest.asked
    model = createProviderModel(core, { provider: stored, etag: '"0"' })
  })

  test('asks the linter about what is stored, and about the draft once something changed', async () => {
    await model.check()
    expect(model.view.getState().findings).toEqual([finding])
    model.setField('scope', 'openid mine')
    await model.check()
    expect(model.view.getState().findings).toEqual([])
    expect(asked).toEqual(['GET lint', 'POST lint'])
  })

  test('does not ask about a draft that breaks a rule', async () => {
    model.setField('issuer', 'nothing')
    await model.check()
    expect(asked).toEqual([])
  })

  test('counts as stored once it was saved, with the newer ETag', async () => {
    model.setName('Renamed')
    expect(model.guard.hasChanges()).toBe(true)
    expect(await model.save()).toMatchObject({ name: 'Renamed' })
    expect(model.guard.hasChanges()).toBe(false)
    expect(model.view.getState()).toMatchObject({ etag: '"1"', isSaving: false })
  })

  test('is not sent while a rule is broken', async () => {
    model.setName('')
    expect(await model.save()).toBeUndefined()
    expect(asked).toEqual([])
  })

  test('keeps what was typed when it is read again', async () => {
    model.setField('clientId', 'mine')
    await model.readAgain()
    const { values } = model.form.getState()
    expect([values['clientId'], values['scope'], model.view.getState().note]).toEqual([
      'mine',
      'openid theirs',
      'stale.done',
    ])
  })
})

describe('typed work', () => {
  const secret = 'hush-hush'
  const privateKey = '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----'

  test('comes back into a form of its type, without a secret and without a private key', () => {
    const first = createProviderModel(page({}).core, { type: 'OIDC', idempotencyKey: 'k' })
    first.setName('Corporate login')
    first.setField('issuer', 'https://login.acme.example')
    first.setField('clientId', privateKey)
    first.setField('disableSlo', true)
    first.setSecret('clientSecret', { do: 'replace', text: secret })
    const kept = JSON.stringify(first.typed())
    expect(kept).not.toContain(secret)
    expect(kept).not.toContain('PRIVATE KEY')

    const second = createProviderModel(page({}).core, { type: 'OIDC', idempotencyKey: 'k' })
    second.retype(JSON.parse(kept))
    const { name, values } = second.form.getState()
    expect([name, values['issuer'], values['clientId'], values['disableSlo']]).toEqual([
      'Corporate login',
      'https://login.acme.example',
      '',
      true,
    ])
    expect(second.view.getState().note).toBe('idp.kept')
  })

  test.each([[null], ['text'], [{ type: 'AAD', name: 'x', values: {} }], [{ type: 'OIDC' }]])(
    '%j is not put back',
    (content) => {
      const model = createProviderModel(page({}).core, { type: 'OIDC', idempotencyKey: 'k' })
      model.retype(content)
      expect([model.form.getState().name, model.view.getState().note]).toEqual(['', undefined])
    },
  )
})
