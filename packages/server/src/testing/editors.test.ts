import {
  englishMessages,
  applicationList,
  createIdentityProviderEditor,
  createServiceAccountEditor,
  createServiceAccounts,
  createUsernameFormatsEditor,
  createWebhookEditor,
  identityProviderList,
  listOf,
  listWebhooks,
  willHoldSecret,
  type ApplicationChoice,
  type Core,
  type Editor,
  type IdentityProviderEditor,
  type ServiceAccountEditor,
  type UsernameFormatsEditor,
  type WebhookEditor,
} from '@portico/core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import {
  createBrowser,
  createTestServer,
  rsaKeys,
  signedIn,
  smallTenant,
  testBaseUrl,
  withoutRateLimits,
  type Browser,
  type TestServer,
} from './test-server.ts'

// The guarantees of every editor, over the real routes: one person acts while another one edits.

let server: TestServer
let admin: Browser
/** Requests of the editors under test, `PUT /api/…`, and what happens to them before and after the server. */
let sent: string[] = []
let hold: Promise<void> | undefined
let cut: 'before' | 'after' | undefined
/** Sent in place of the session's cookie. */
let cookie: string | undefined
let environmentId: string
let frozenId: string
let billing: ApplicationChoice
const { publicPem } = rsaKeys()
const { publicPem: otherPem } = rsaKeys()
const { publicPem: weakPem } = rsaKeys(1024)
let serial = 0

beforeAll(async () => {
  server = await createTestServer(withoutRateLimits())
  const acme = await server.importTenant(smallTenant('acme'))
  admin = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins'] })
  await admin.core.environments.fetchAdmin()
  const environments = admin.core.environments.getState().adminEnvironments ?? []
  environmentId = environments.find((one) => one.name === 'Staging')?.id ?? ''
  frozenId = environments.find((one) => one.name === 'Frozen')?.id ?? ''
  const applications = listOf(admin.core, applicationList)
  await applications.open(environmentId)
  const found = applications.getState().rows?.find((one) => one.label === 'Billing')
  if (found !== undefined) billing = found
})
afterAll(() => server.close())
beforeEach(() => {
  sent = []
  hold = undefined
  cut = undefined
  cookie = undefined
})

/** Another browser of the same person, whose requests are counted, held back and cut off. */
function newCore(): Core {
  const fetch = async (request: Request) => {
    if (request.method !== 'GET') sent.push(`${request.method} ${new URL(request.url).pathname}`)
    await hold
    const isChange = request.method !== 'GET'
    if (isChange && cut === 'before') throw new TypeError('connection refused')
    const headers = new Headers(request.headers)
    if (cookie !== undefined) headers.set('cookie', cookie)
    const response = await server.fetch(new Request(request, { headers }))
    if (isChange && cut === 'after') throw new TypeError('connection reset')
    return response
  }
  const { core } = createBrowser({ fetch }, testBaseUrl, {
    session: admin.cookies.get('portico-session') ?? '',
    csrf: admin.cookies.get('csrf') ?? '',
  })
  core.branding.learn(englishMessages)
  return core
}

type AnyEditor = Editor<unknown, unknown>

type Subject = {
  /** Makes one, and answers its id. */
  readonly make: (core: Core) => Promise<string>
  readonly open: (core: Core, id: string, lock?: () => string) => AnyEditor
  readonly edit: (editor: AnyEditor, text: string) => void
  /** Changes what `edit` does not change, to a value that contains `other`. */
  readonly editOther: (editor: AnyEditor) => void
  readonly other: string
  readonly remove: (core: Core, id: string) => Promise<void>
  /** One that does not exist yet, filled in. Absent: it cannot be created by itself. */
  readonly fresh?: (core: Core, name: string) => AnyEditor
}

const any = (editor: unknown) => editor as AnyEditor
const providerOf = (editor: AnyEditor) => editor as unknown as IdentityProviderEditor
const accountOf = (editor: AnyEditor) => editor as unknown as ServiceAccountEditor
const formatsOf = (editor: AnyEditor) => editor as unknown as UsernameFormatsEditor
/** The content of the form, without the fetched state and computed values. */
const shown = (editor: AnyEditor) =>
  JSON.stringify({ ...(editor.getState().form as object), fetched: undefined, fingerprints: undefined })
const newName = () => `name${(serial += 1)}`

async function made(editor: AnyEditor): Promise<string> {
  expect(await editor.save()).toEqual({ ok: true, created: true })
  return editor.getState().id ?? ''
}

const freshProvider = (core: Core, name: string) => {
  const editor = createIdentityProviderEditor(core, { type: 'OIDC' })
  editor.setName(name)
  editor.setField('issuer', 'http://127.0.0.1:9/oidc')
  editor.setField('clientId', 'portico')
  editor.setSecret('clientSecret', { do: 'replace', text: 'hush' })
  return any(editor)
}
const freshAccount = (core: Core, name: string) => {
  const editor = createServiceAccountEditor(core, { environmentId, id: undefined })
  editor.setField('name', name)
  editor.setField('key1', publicPem)
  return any(editor)
}
const removeProvider = async (core: Core, id: string) => {
  const editor = createIdentityProviderEditor(core, { id })
  await editor.load()
  expect(await editor.remove()).toBe(true)
}

const account: Subject = {
  make: (core) => made(freshAccount(core, newName())),
  open: (core, id, lock) => any(createServiceAccountEditor(core, { environmentId, id, lock })),
  edit: (editor, text) => accountOf(editor).setField('name', text),
  editOther: (editor) => accountOf(editor).takeKey('key2', otherPem),
  other: otherPem.slice(100, 130),
  async remove(core, id) {
    const editor = createServiceAccountEditor(core, { environmentId, id })
    await editor.load()
    expect(await editor.remove()).toBe(true)
  },
  fresh: freshAccount,
}
const provider: Subject = {
  async make(core) {
    const id = await made(freshProvider(core, newName()))
    // A provider without a username format takes no changes.
    const own = createUsernameFormatsEditor(core, { id })
    await own.load()
    own.add('suffixes', `${newName()}.example`)
    expect(await own.save()).toMatchObject({ ok: true })
    return id
  },
  open: (core, id, lock) => any(createIdentityProviderEditor(core, { id, lock })),
  edit: (editor, text) => providerOf(editor).setName(text),
  editOther: (editor) => providerOf(editor).setField('scope', 'openid theirs'),
  other: 'openid theirs',
  remove: removeProvider,
  fresh: freshProvider,
}
const formats: Subject = {
  make: (core) => provider.make(core),
  open: (core, id, lock) => any(createUsernameFormatsEditor(core, { id, lock })),
  edit: (editor, text) => void formatsOf(editor).add('suffixes', `${text}.example`),
  editOther: (editor) => void formatsOf(editor).add('prefixes', `theirs${serial}`),
  other: 'theirs',
  remove: removeProvider,
}
const webhookOf = (editor: AnyEditor) => editor as unknown as WebhookEditor
const removeWebhook = async (core: Core, id: string) => {
  const editor = createWebhookEditor(core, { id })
  await editor.load()
  expect(await editor.remove()).toBe(true)
}
const freshWebhook = (core: Core, name: string) => {
  const editor = createWebhookEditor(core, { id: undefined })
  editor.set({ url: `https://siem.example/${name}` })
  return any(editor)
}
const webhook: Subject = {
  async make(core) {
    // A tenant has a few of them at most.
    const listed = await core.client.call(listWebhooks)
    for (const { id } of listed.ok ? listed.value.webhooks : []) await removeWebhook(core, id)
    return made(freshWebhook(core, newName()))
  },
  open: (core, id, lock) => any(createWebhookEditor(core, { id, lock })),
  edit: (editor, text) => webhookOf(editor).set({ url: `https://siem.example/${text}` }),
  editOther: (editor) => webhookOf(editor).set({ actions: 'theirs.create' }),
  other: 'theirs.create',
  remove: removeWebhook,
}

const subjects = [
  ['a service account', account],
  ['an identity provider', provider],
  ['username formats', formats],
  ['a webhook', webhook],
] as const

describe.each(subjects)('the editor of %s', (_, subject) => {
  let core: Core
  let id: string
  let editor: AnyEditor

  beforeEach(async () => {
    core = newCore()
    id = await subject.make(core)
    editor = subject.open(core, id)
    await editor.load()
    sent = []
  })

  async function changeElsewhere(): Promise<void> {
    const theirs = subject.open(newCore(), id)
    await theirs.load()
    subject.editOther(theirs)
    expect(await theirs.save()).toEqual({ ok: true, created: false })
    sent = []
  }

  it('saves a change once, and then has none', async () => {
    expect(editor.guard.hasChanges()).toBe(false)
    subject.edit(editor, 'mine')
    expect([editor.hasChanges(), editor.guard.hasChanges()]).toEqual([true, true])
    expect(editor.changes()).toHaveLength(1)
    expect(editor.command()).toContain('mine')
    expect(await editor.save()).toEqual({ ok: true, created: false })
    expect([editor.hasChanges(), editor.saveRefusal()?.why, sent.length]).toEqual([false, 'unchanged', 1])
    expect(editor.guard.hasChanges()).toBe(false)
    expect(core.feedback.getState().success?.message).toBeDefined()
  })

  it('saves one at a time: pressing Save twice sends one request', async () => {
    subject.edit(editor, newName())
    let release = () => undefined as void
    hold = new Promise((done) => (release = done))
    const first = editor.save()
    expect(editor.saveRefusal()?.why).toBe('saving')
    const second = await editor.save()
    release()
    expect(second).toMatchObject({ ok: false, refusal: { why: 'saving' } })
    expect(await first).toMatchObject({ ok: true })
    expect(sent).toHaveLength(1)
  })

  it('keeps what is typed while a save runs, unsaved', async () => {
    const [first, second] = [newName(), newName()]
    subject.edit(editor, first)
    let release = () => undefined as void
    hold = new Promise((done) => (release = done))
    const saving = editor.save()
    subject.edit(editor, second)
    release()
    expect(await saving).toMatchObject({ ok: true })
    expect(shown(editor)).toContain(second)
    expect(editor.hasChanges()).toBe(true)
    expect(await editor.save()).toMatchObject({ ok: true })
  })

  it('does not save over another person, and puts what was typed on top of their version', async () => {
    const mine = newName()
    subject.edit(editor, mine)
    await changeElsewhere()
    expect(await editor.save()).toMatchObject({ ok: false, problem: { status: 412 } })
    // Faces ask what to do, so it is not reported as a failure too.
    expect([editor.getState().conflict, core.feedback.getState().expected]).toEqual(['stale', undefined])
    expect(shown(editor)).not.toContain(subject.other)
    expect(await editor.readAgain()).toBe(true)
    expect(editor.getState()).toMatchObject({ conflict: undefined, note: 'stale.done' })
    expect(shown(editor)).toContain(mine)
    expect(shown(editor)).toContain(subject.other)
    expect(await editor.save()).toMatchObject({ ok: true })
  })

  it('continues editing if the person does not want to read again', async () => {
    subject.edit(editor, newName())
    await changeElsewhere()
    await editor.save()
    editor.dismissConflict()
    expect(editor.getState().conflict).toBeUndefined()
    expect(editor.hasChanges()).toBe(true)
    await editor.save()
    expect(editor.getState().conflict).toBe('stale')
  })

  it.each([['saved'], ['read again'], ['loaded again']])(
    'reports a concurrent deletion when it is %s, and keeps what was typed',
    async (when) => {
      const mine = newName()
      subject.edit(editor, mine)
      await subject.remove(newCore(), id)
      if (when === 'saved') await editor.save()
      else if (when === 'read again') await editor.readAgain()
      else await editor.load()
      expect(editor.getState()).toMatchObject({ conflict: 'gone', status: 'ready' })
      expect(shown(editor)).toContain(mine)
      expect(core.feedback.getState().expected).toBeUndefined()
    },
  )

  it('is not found if nothing was typed, or if it never existed', async () => {
    await subject.remove(newCore(), id)
    await editor.load()
    expect(editor.getState().status).toBe('not-found')
  })

  it('keeps what was typed when the session ends, and saves it after signing in again', async () => {
    const mine = newName()
    subject.edit(editor, mine)
    cookie = 'ended'
    expect(await editor.save()).toMatchObject({ ok: false, problem: { kind: 'session-ended' } })
    expect([core.feedback.getState().sessionEnded, editor.hasChanges()]).toEqual([true, true])
    // What waits in the browser is put on top of what is stored by then.
    const kept = JSON.parse(JSON.stringify(editor.typed())) as unknown
    cookie = undefined
    await changeElsewhere()
    const after = subject.open(newCore(), id)
    await after.load()
    after.retype(kept)
    expect(shown(after)).toContain(mine)
    expect(shown(after)).toContain(subject.other)
    expect(await after.save()).toMatchObject({ ok: true })
  })

  it.each([[null], ['text'], [7], [{}], [{ fields: 1, values: 2, suffixes: 3 }]])(
    'does not take %j for kept work',
    (content) => {
      const before = shown(editor)
      editor.retype(content)
      editor.retype({ content, idempotencyKey: content })
      expect([shown(editor), editor.getState().note]).toEqual([before, undefined])
    },
  )

  it('offers to try again if no server answered', async () => {
    subject.edit(editor, newName())
    cut = 'before'
    expect(await editor.save()).toMatchObject({ ok: false, problem: { kind: 'system', network: true } })
    cut = undefined
    const { retry } = core.feedback.getState()
    expect(retry).toBeDefined()
    retry?.()
    await settled(editor)
    expect(editor.hasChanges()).toBe(false)
  })

  it('does not send while the face is locked, and says why', async () => {
    const closed = subject.open(core, id, () => 'Not today.')
    await closed.load()
    subject.edit(closed, newName())
    expect(closed.saveRefusal()).toEqual({ why: 'readonly', message: 'Not today.', fields: [] })
    expect([await closed.guard.save(), sent]).toEqual([false, []])
  })

  it('discards what was typed', async () => {
    const before = shown(editor)
    subject.edit(editor, newName())
    editor.discard()
    expect(shown(editor)).toBe(before)
    expect(editor.guard.hasChanges()).toBe(false)
    expect(await editor.guard.save()).toBe(false)
    expect(sent).toEqual([])
  })

  it('discards errors, the conflict and the note with what they are about', async () => {
    subject.edit(editor, newName())
    await changeElsewhere()
    await editor.save()
    editor.visitAll()
    expect([editor.getState().conflict, editor.getState().visited]).toEqual(['stale', 'all'])
    editor.discard()
    expect(editor.getState()).toMatchObject({ conflict: undefined, visited: [], note: undefined })
    subject.edit(editor, newName())
    await editor.save()
    await editor.readAgain()
    editor.guard.discard()
    expect(editor.getState().note).toBeUndefined()
  })
})

describe.each(subjects.filter(([, { fresh }]) => fresh !== undefined))('removing %s', (_, subject) => {
  it('leaves nothing unsaved, and nothing in the list', async () => {
    const core = newCore()
    const id = await subject.make(core)
    const editor = subject.open(core, id)
    await editor.load()
    subject.edit(editor, newName())
    expect(await listed(core)).toContain(id)
    expect(await editor.remove()).toBe(true)
    expect([editor.hasChanges(), editor.guard.hasChanges()]).toEqual([false, false])
    expect(core.feedback.getState().success?.message).toBeDefined()
    expect(shownIds(core)).not.toContain(id)
  })

  it('waits for a save: only one call runs at a time', async () => {
    const core = newCore()
    const editor = subject.open(core, await subject.make(core))
    await editor.load()
    subject.edit(editor, newName())
    sent = []
    let release = () => undefined as void
    hold = new Promise((done) => (release = done))
    const saving = editor.save()
    const removed = editor.remove()
    release()
    expect(await removed).toBe(false)
    expect(await saving).toMatchObject({ ok: true })
    expect(sent).toHaveLength(1)
  })

  it('says that another person removed it, and keeps what was typed', async () => {
    const core = newCore()
    const id = await subject.make(core)
    const editor = subject.open(core, id)
    await editor.load()
    const mine = newName()
    subject.edit(editor, mine)
    await subject.remove(newCore(), id)
    expect(await editor.remove()).toBe(false)
    expect([editor.getState().conflict, core.feedback.getState().expected]).toEqual(['gone', undefined])
    expect(shown(editor)).toContain(mine)
  })

  /** Ids of the list that goes with the editor, as a screen beside it shows them. */
  const shownIds = (core: Core) =>
    subject === account
      ? (core.lazily(createServiceAccounts).list.getState().rows ?? []).map(({ id }) => id)
      : (listOf(core, identityProviderList).getState().rows ?? []).map(({ id }) => id)
  async function listed(core: Core): Promise<readonly string[]> {
    if (subject === account) await core.lazily(createServiceAccounts).list.open(environmentId)
    else await listOf(core, identityProviderList).open('')
    return shownIds(core)
  }
})

describe.each(subjects.filter(([, { fresh }]) => fresh !== undefined))('creating %s', (_, subject) => {
  const fresh = (core: Core, name: string) => subject.fresh?.(core, name) ?? any(undefined)

  it('goes on with the same creation after signing in again: what was shown of it stays true', () => {
    const editor = fresh(newCore(), newName())
    const after = fresh(newCore(), '')
    expect(after.creationKey()).not.toBe(editor.creationKey())
    after.retype(JSON.parse(JSON.stringify(editor.typed())))
    expect(after.creationKey()).toBe(editor.creationKey())
  })

  it('creates one object if the first answer was lost: the second try returns what the first created', async () => {
    const core = newCore()
    const editor = fresh(core, newName())
    cut = 'after'
    expect(await editor.save()).toMatchObject({ ok: false })
    cut = undefined
    expect(await editor.save()).toEqual({ ok: true, created: true })
  })

  it('creates a concurrently deleted object again, under a new id', async () => {
    const core = newCore()
    const id = await subject.make(core)
    const editor = subject.open(core, id)
    await editor.load()
    const mine = newName()
    subject.edit(editor, mine)
    await subject.remove(newCore(), id)
    await editor.save()
    expect([editor.getState().conflict, editor.canBecomeNew]).toEqual(['gone', true])
    editor.becomeNew()
    // Its secrets were deleted with it.
    if (subject === provider) expect(willHoldSecret(providerOf(editor).getState().form, 'clientSecret')).toBe(false)
    expect(await editor.save()).toEqual({ ok: true, created: true })
    expect(editor.getState().id).not.toBe(id)
    expect(shown(editor)).toContain(mine)
  })

  it('creates another one if the one just created was deleted, instead of repeating the first answer', async () => {
    const editor = fresh(newCore(), newName())
    expect(await editor.save()).toEqual({ ok: true, created: true })
    const first = editor.getState().id ?? ''
    await subject.remove(newCore(), first)
    subject.edit(editor, newName())
    await editor.save().catch(() => undefined)
    await editor.readAgain()
    expect(editor.getState().conflict).toBe('gone')
    editor.becomeNew()
    expect(await editor.save()).toEqual({ ok: true, created: true })
    const second = editor.getState().id ?? ''
    expect(second).not.toBe(first)
    const again = subject.open(newCore(), second)
    await again.load()
    expect(again.getState().status).toBe('ready')
  })

  it('shows violations of a field once it was visited, and all of them after a rejected save', async () => {
    const editor = fresh(newCore(), '')
    expect(editor.problemOf('name')).toBeUndefined()
    editor.visit('name')
    expect(editor.problemOf('name')).toMatch(/name/i)
    const other = fresh(newCore(), '')
    sent = []
    expect(await other.save()).toMatchObject({ ok: false, refusal: { why: 'invalid', fields: ['name'] } })
    expect([other.problemOf('name') !== undefined, sent]).toEqual([true, []])
  })

  it("tells the server's problem with a field until the field is changed", async () => {
    const core = newCore()
    const editor = fresh(core, newName())
    if (subject === account) accountOf(editor).setField('key1', weakPem)
    else providerOf(editor).setField('issuer', 'http://10.0.0.1/oidc')
    const field = subject === account ? 'key1' : 'issuer'
    expect(await editor.save()).toMatchObject({ ok: false, problem: { status: 400 } })
    expect(editor.problemOf(field)).toBeDefined()
    if (subject === account) accountOf(editor).setField('key1', otherPem)
    else providerOf(editor).setField('issuer', 'http://127.0.0.1:9/oidc')
    expect([editor.problemOf(field), core.feedback.getState().expected]).toEqual([undefined, undefined])
  })
})

describe('one save of a service account and its applications', () => {
  it('sends only the part that changed', async () => {
    const core = newCore()
    const id = await account.make(core)
    const editor = accountOf(account.open(core, id))
    await editor.load()
    sent = []
    await editor.addApplication(billing)
    expect(await editor.save()).toMatchObject({ ok: true })
    expect(sent).toEqual([expect.stringMatching(/^PUT .*\/applications$/)])
    editor.setField('name', newName())
    editor.setRoles(billing.id, ['viewer'])
    expect(await editor.save()).toMatchObject({ ok: true })
    expect(sent.slice(1)).toEqual([
      expect.stringMatching(/^PUT .*\/service-accounts\/[^/]+$/),
      expect.stringMatching(/^PUT .*\/applications$/),
    ])
  })

  it('creates once if the applications failed: the second try saves only them', async () => {
    const core = newCore()
    const editor = accountOf(freshAccount(core, newName()))
    await editor.addApplication({ id: crypto.randomUUID(), label: 'Gone', urn: 'urn:gone' })
    expect(await editor.save()).toMatchObject({ ok: false })
    expect(editor.getState().id).toBeDefined()
    expect(editor.hasChanges()).toBe(true)
    editor.dismissConflict()
    editor.removeApplication(editor.getState().form.dependencies[0]?.appId ?? '')
    await editor.addApplication(billing)
    sent = []
    expect(await editor.save()).toEqual({ ok: true, created: true })
    expect(sent).toEqual([expect.stringMatching(/^PUT .*\/applications$/)])
  })

  it('keeps added and removed applications over a sign-in, on top of what is stored by then', async () => {
    const core = newCore()
    const id = await account.make(core)
    const editor = accountOf(account.open(core, id))
    await editor.load()
    await editor.addApplication(billing)
    editor.setRoles(billing.id, ['viewer'])
    const kept = JSON.parse(JSON.stringify(editor.typed())) as unknown
    const after = accountOf(account.open(newCore(), id))
    await after.load()
    expect(after.getState().form.dependencies).toEqual([])
    after.retype(kept)
    expect(after.getState().form.dependencies).toMatchObject([{ appId: billing.id, name: 'viewer' }])
    expect(after.hasChanges()).toBe(true)
    expect(await after.save()).toMatchObject({ ok: true })
    after.removeApplication(billing.id)
    const removed = JSON.parse(JSON.stringify(after.typed())) as unknown
    const last = accountOf(account.open(newCore(), id))
    await last.load()
    last.retype(removed)
    expect(last.getState().form.dependencies).toEqual([])
    expect(last.hasChanges()).toBe(true)
  })

  it('never keeps a private key among the typed work', async () => {
    const editor = accountOf(freshAccount(newCore(), newName()))
    editor.setField('key2', '-----BEGIN RSA PRIVATE KEY-----\nsecret\n-----END RSA PRIVATE KEY-----')
    expect(JSON.stringify(editor.typed())).not.toContain('secret')
    const after = accountOf(freshAccount(newCore(), ''))
    after.retype(editor.typed())
    expect([after.getState().note, after.getState().form.values.key2]).toEqual(['form.keptSecret', ''])
  })

  it('says that a read-only environment takes no changes', async () => {
    const core = newCore()
    const editor = createServiceAccountEditor(core, { environmentId: frozenId, id: undefined })
    await editor.load()
    editor.setField('name', 'n')
    expect([editor.isReadonly(), editor.saveRefusal()?.why]).toEqual([true, 'readonly'])
    sent = []
    expect([await editor.guard.save(), sent]).toEqual([false, []])
  })
})

describe('the typed work of an identity provider', () => {
  it('has no secret and no private key in it', () => {
    const editor = providerOf(freshProvider(newCore(), 'Corporate login'))
    editor.setField('clientId', '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----')
    expect(JSON.stringify(editor.typed())).not.toMatch(/hush|PRIVATE KEY/)
    const after = createIdentityProviderEditor(newCore(), { type: 'OIDC' })
    after.retype(editor.typed())
    expect(after.getState()).toMatchObject({ form: { name: 'Corporate login' }, note: 'idp.kept' })
  })
})

it('a change of an identity provider is shown as a draft, and values that are in effect again are not', async () => {
  const core = newCore()
  const list = listOf(core, identityProviderList)
  await list.open('')
  const live = list.getState().rows?.find(({ name }) => name === 'Main')
  const editor = createIdentityProviderEditor(core, { id: live?.id ?? '' })
  await editor.load()
  const said = () => core.feedback.getState().success?.message
  editor.setName('Renamed')
  expect(await editor.save()).toMatchObject({ ok: true })
  expect(said()).toBe(String(englishMessages['idp.updated']))
  editor.setName('Main')
  expect(await editor.save()).toMatchObject({ ok: true })
  expect(said()).toBe(String(englishMessages['idp.inEffect']))
})

describe('username formats', () => {
  it('report the problem of a value at any position until it is removed', async () => {
    const core = newCore()
    const editor = formatsOf(formats.open(core, await formats.make(core)))
    await editor.load()
    editor.add('suffixes', 'acme.example')
    expect(await editor.save()).toMatchObject({ ok: false })
    expect(editor.problemWith('suffixes', 'acme.example')).toContain('Main')
    editor.add('suffixes', 'aaa.example')
    expect(editor.problemWith('suffixes', 'acme.example')).toContain('Main')
    expect(editor.problemWith('suffixes', 'aaa.example')).toBeUndefined()
    editor.take('suffixes', 'acme.example')
    expect(core.feedback.getState().expected).toBeUndefined()
    expect(await editor.save()).toMatchObject({ ok: true })
  })
})

/** Until the call that runs has ended. */
function settled(editor: AnyEditor): Promise<void> {
  return new Promise((done) => {
    const look = () => editor.getState().busy === undefined && (stop(), done())
    const stop = editor.subscribe(look)
    look()
  })
}
