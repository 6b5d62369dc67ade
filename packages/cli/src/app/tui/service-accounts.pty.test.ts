import { createPublicKey } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { portalAppId } from '@portico/core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { keyPair } from '../../testing/keys.ts'
import type { Pty } from './testing/pty.ts'
import { openTerminalUnderTest, type TerminalUnderTest } from './testing/terminal-under-test.ts'

let under: TerminalUnderTest
const first = keyPair(1)
const second = keyPair(2)

beforeAll(async () => {
  under = await openTerminalUnderTest(first.publicPem)
  writeFileSync(join(under.folder, 'second.pem'), second.publicPem)
  writeFileSync(join(under.folder, 'private.pem'), second.privatePem)
})

afterAll(() => under.close())

beforeEach(() => under.renew())

const accounts = async () => (await under.at.accounts()).toSorted((a, b) => (a.name < b.name ? -1 : 1))
const read = async (name: string) =>
  JSON.parse((await under.at.run(['sa', 'get', name, '--json'])).stdout) as Record<string, unknown>

/** A single-line key, easy to type, that the rules accept as a public key. */
const pasted = (pem: string) => `\u001b[200~${pem}\u001b[201~`

async function openList(settings = {}): Promise<Pty> {
  const pty = under.open({ settings })
  await pty.until(/Service accounts\n/)
  await pty.until((text) => !text.includes('working') && /no service account|1 of \d/.test(text))
  return pty
}

async function create(pty: Pty, name: string): Promise<void> {
  pty.write(`c${name}\t${pasted(first.publicPem)}\t\u001b[27us`)
  await pty.until('Create this service account?')
  pty.write('\r')
  await pty.until(/was created/)
}

it('an account from beginning to end: create, edit, be stopped, discard, rotate, delete', async () => {
  const pty = await openList()
  pty.write(`cInvoice robot\t${pasted(first.publicPem)}\t\u001b[27ua`)
  await pty.until('Search:')
  pty.write(`${under.at.billing.urn}\r`)
  await pty.until('(no role)')
  pty.write('\r')
  await pty.until('Roles in Billing')
  pty.write('\t\r')
  await pty.until('[reader]')
  pty.write('s')
  await pty.until(`+ ${under.at.billing.urn}:reader`)
  pty.write('\r')
  await pty.until('The service account was created.')
  await pty.until('1 of 1')
  expect(await accounts()).toMatchObject([
    { name: 'Invoice robot', dependencies: [{ appId: under.at.billing.id, name: 'reader' }] },
  ])
  expect(await read('Invoice robot')).toMatchObject({ key1: first.publicPem.trim() })

  // Edit; leaving asks.
  pty.write('\r')
  await pty.until(/› Name\s+Invoice robot/)
  pty.write('\r\u0015Ledger robot\u001b[27u')
  await pty.until('Ledger robot')
  pty.write('\u001b[27u')
  await pty.until('Save your changes first?')
  expect(await pty.text()).toMatch(/- Invoice robot\s[^]*\+ Ledger robot/)
  pty.write('c')
  await pty.until(/› Name\s+Ledger robot/)
  pty.write('z')
  await pty.until(/› Name\s+Invoice robot/)

  // Rotate: the second key from a file, the first one removed; a private key is rejected.
  pty.write('jjf')
  await pty.until('Upload certificate for Public key 2')
  pty.write(`${join(under.folder, 'private.pem')}\r`)
  await pty.until('This file holds a private key')
  pty.write(`\u0015${join(under.folder, 'second.pem')}\r`)
  await pty.until(/Public key 2\s+RSA, SHA-256 [0-9a-f]{12}/)
  pty.write('kx')
  await pty.until(/Public key 1\s+not set/)
  pty.write('s')
  await pty.until(/Save these changes\?[^]*No use of Public key 1 is on record/)
  pty.write('\r')
  await pty.until('The service account was saved.')
  expect(await read('Invoice robot')).toMatchObject({ key1: null, key2: second.publicPem.trim() })
  expect(under.at.received.some(({ body }) => body.includes('PRIVATE KEY'))).toBe(false)

  // Saved: leaving does not ask. Deleting asks for the name.
  pty.write('\u001b[27u')
  await pty.until('1 of 1')
  pty.write('d')
  await pty.until('to confirm')
  pty.write('Invoice\r')
  await pty.until('Type Invoice robot to continue.')
  expect(await accounts()).toHaveLength(1)
  pty.write(' robot\r')
  await pty.until('The service account was deleted.')
  expect(await accounts()).toHaveLength(0)
})

it('a key pair is made in the form: the private key only into a new file, the public key to the server', async () => {
  const pty = await openList()
  const file = join(under.folder, 'nightly.pem')
  pty.write('cNightly\u001b[27ujm')
  await pty.until(/Make a key pair for Public key 1[^]*nightly\.pem/)
  pty.write(`\u0015${file}\r`)
  await pty.until(/The private key is in [^]*Save to store/)
  pty.write('s')
  await pty.until('Create this service account?')
  pty.write('\r')
  await pty.until('The service account was created.')
  const made = createPublicKey(readFileSync(file, 'utf8')).export({ type: 'spki', format: 'pem' }).toString()
  expect([await read('Nightly'), statSync(file).mode & 0o777]).toMatchObject([{ key1: made.trim() }, 0o600])
  expect(under.at.received.some(({ body }) => body.includes('PRIVATE KEY'))).toBe(false)
})

it('the account just created is under the cursor', async () => {
  await under.renew({ names: Array.from({ length: 40 }, (_, at) => `robot ${String(at + 10)}`) })
  const pty = await openList()
  await create(pty, 'robot 39b')
  await pty.until(/› \S* *robot 39b/)
  await pty.until('31 of 41')
})

it('one Esc leaves a new form in which nothing was typed', async () => {
  await under.renew({ names: ['alpha'] })
  const pty = await openList()
  pty.write('c')
  await pty.until('New')
  pty.write('\u001b[27u')
  await pty.until(/1 of 1\s/)
  pty.write('cx\u001b[27u')
  await pty.until(/› Name\s+x/)
  pty.write('\u001b[27u')
  await pty.until('Save your changes first?')
})

it('leaving with Save saves, and continues', async () => {
  await under.renew({ names: ['alpha', 'bravo'] })
  const pty = await openList()
  pty.write('\r')
  await pty.until(/› Name\s+alpha/)
  pty.write('\r2\u001b:env\r')
  await pty.until('Save your changes first?')
  pty.write('\r')
  await pty.until(/1 of 2\s/)
  expect((await accounts())[0]?.name).toBe('alpha2')
})

it('leaving with Discard changes nothing', async () => {
  await under.renew({ names: ['alpha'] })
  const pty = await openList()
  pty.write('\r')
  await pty.until(/› Name\s+alpha/)
  pty.write('\r2\u001b[27uq')
  await pty.until('Save your changes first?')
  pty.write('d')
  expect((await pty.exited).exitCode).toBe(0)
  expect((await accounts())[0]?.name).toBe('alpha')
})

it('a violation is shown at its field, and nothing is sent', async () => {
  const pty = await openList()
  const before = under.at.received.length
  pty.write('c\t\t\ts')
  await pty.until('Enter a name for the service account.')
  await pty.until('Add at least one public key in PEM format.')
  pty.write(`gjei am no key\u001b[27u`)
  await pty.until('This is not a public key in PEM format.')
  expect(under.at.received.slice(before).filter(({ method }) => method !== 'GET')).toEqual([])
})

it('a name that is taken is an error with its sentence, and what was typed stays', async () => {
  await under.renew({ names: ['alpha'] })
  const pty = await openList()
  pty.write(`calpha\t${pasted(second.publicPem)}\t\u001b[27us`)
  await pty.until('Create this service account?')
  pty.write('\r')
  await pty.until(/Error: .*name/)
  expect(await pty.text()).toMatch(/Name\s+alpha/)
  pty.write('gg\r2\u0013')
  await pty.until('+ alpha2')
  pty.write('\r')
  await pty.until('The service account was created.')
})

it('a stale save offers to read again, and what was typed stays on top of the newer version', async () => {
  await under.renew({ names: ['alpha'] })
  const pty = await openList()
  pty.write('\r')
  await pty.until(/› Name\s+alpha/)
  const key = ['--key2', `@${join(under.folder, 'second.pem')}`]
  expect((await under.at.run(['sa', 'update', 'alpha', ...key])).code).toBe(0)
  pty.write('\r2\u001b[27us')
  await pty.until('Save these changes?')
  pty.write('\r')
  await pty.until('This was changed in the meantime')
  pty.write('\r')
  await pty.until(/Public key 2\s+RSA, SHA-256 [0-9a-f]{12}/)
  expect(await pty.text()).toMatch(/Name\s+alpha2/)
  pty.write('s')
  await pty.until('Save these changes?')
  pty.write('\r')
  await pty.until('The service account was saved.')
  expect(await read('alpha2')).toMatchObject({ key2: second.publicPem.trim() })
})

it('an account that was deleted is reported as missing', async () => {
  await under.renew({ names: ['alpha'] })
  const pty = await openList()
  await under.at.run(['sa', 'delete', 'alpha', '--confirm', 'alpha'])
  pty.write('\r')
  await pty.until('There is no service account with this id.')
  pty.write('\u001b[27u')
  await pty.until('This environment has no service account yet.')
})

it('production is read-only until :write', async () => {
  await under.renew({ type: 'PROD', names: ['alpha'] })
  const pty = await openList()
  await pty.until('PROD READ-ONLY')
  pty.write('d')
  await pty.until('read-only until you type :write')
  pty.write(':write\r')
  await pty.until('PROD WRITE')
  pty.write('d')
  await pty.until('to confirm')
})

it('--readonly stays read-only whatever is typed', async () => {
  await under.renew({ names: ['alpha'] })
  const pty = await openList({ isReadonly: true })
  pty.write(':write\r')
  await pty.until('started with --readonly')
  pty.write('c')
  await pty.until('started with --readonly')
  pty.write('\r')
  await pty.until(/› Name\s+alpha\s/)
  pty.write('eXs')
  await pty.until('started with --readonly')
  expect(await pty.text()).toMatch(/› Name\s+alpha\s/)
})

it('many are deleted after one review', async () => {
  await under.renew({ names: ['alpha', 'bravo', 'charlie', 'delta'] })
  const pty = await openList()
  pty.write(' jjv')
  await pty.until('4 marked')
  pty.write('ug  d')
  await pty.until('Delete 2 service accounts')
  pty.write('delete 2\r')
  await pty.until('2 service accounts were deleted.')
  expect(await accounts()).toHaveLength(2)
})

it('a session that ends keeps what was typed, and continues after a new sign-in', async () => {
  const nextTokenFile = join(under.folder, 'next-token')
  const pty = await openList({ nextTokenFile })
  pty.write(`cLong typed name\t${pasted(first.publicPem)}\t\u001b[27us`)
  await pty.until('Create this service account?')
  await under.at.tenant.endTokens()
  pty.write('\r')
  await pty.until('Your session has ended')
  writeFileSync(nextTokenFile, await under.at.token())
  pty.write('s')
  await pty.until(/Name\s+Long typed name/)
  pty.write('s')
  await pty.until('Create this service account?')
  pty.write('\r')
  await pty.until('The service account was created.')
  expect(await accounts()).toMatchObject([{ name: 'Long typed name' }])
})

it.each([
  ['a change', 'PUT', '\rj\u001b[A', 'Save these changes?', '\r', ' two'],
  ['a creation', 'POST', 'c', 'Create this service account?', '', `Robot\t${pasted(first.publicPem)}`],
] as const)('%s that READ_ONLY refuses keeps the form, with what was typed, under a banner', async (...row) => {
  const [, refused, open, question, edit, typed] = row
  await under.renew({ names: ['alpha'] })
  const before = await accounts()
  under.at.before = ({ method }) =>
    method === refused
      ? {
          status: 403,
          body: {
            errorID: 'READ_ONLY',
            errorMessage: 'This environment is read-only.',
            resourceType: 'environment',
            requestID: 'r',
            details: [],
          },
        }
      : undefined
  const pty = await openList()
  pty.write(open)
  await pty.until(/› Name/)
  pty.write(`${edit}${typed}\u001b[27us`)
  await pty.until(question)
  pty.write('\r')
  await pty.until('Error: This environment is read-only.')
  const shown = refused === 'PUT' ? /Name\s+alpha two/ : /Name\s+Robot/
  expect(await pty.text()).toMatch(shown)
  expect(await pty.text()).toMatch(/Public key 1\s+RSA, SHA-256/)
  expect(await accounts()).toEqual(before)
  // Still unsaved: leaving asks.
  pty.write('\u001b[27u')
  await pty.until('Save your changes first?')
  pty.write('c')
  await pty.until(shown)
})

it('half a save is finished by the second try, without a second account', async () => {
  let refusals = 1
  under.at.before = ({ method, path }) => {
    if (method !== 'PUT' || !path.endsWith('/applications') || refusals === 0) return undefined
    refusals -= 1
    return { status: 409, body: { errorID: 'CONFLICT', errorMessage: 'Not now.', requestID: 'r', details: [] } }
  }
  const pty = await openList()
  pty.write(`cHalf\t${pasted(first.publicPem)}\t\u001b[27ua`)
  await pty.until('Search:')
  pty.write('\r')
  await pty.until('(no role)')
  pty.write('s')
  await pty.until('Create this service account?')
  pty.write('\r')
  await pty.until('Not now.')
  expect(await accounts()).toMatchObject([{ dependencies: [] }])
  pty.write('s')
  await pty.until('Save these changes?')
  pty.write('\r')
  await pty.until('The service account was created.')
  expect(await accounts()).toMatchObject([{ name: 'Half', dependencies: [{ appId: portalAppId }] }])
})

it('the command of what is on screen goes to the clipboard', async () => {
  await under.renew({ names: ['alpha'] })
  const pty = await openList()
  pty.write('\r')
  await pty.until(/› Name\s+alpha/)
  pty.write('\rX\u001b[27uy')
  const [account] = await accounts()
  const command = `portico service-account update ${account?.id} --env Production --name alphaX`
  await pty.until(/Copied: portico service-account update[^]*alphaX\n/)
  expect(pty.written()).toContain(`\u001b]52;c;${Buffer.from(command).toString('base64')}\u0007`)
})

it('text of the server cannot steer the terminal', async () => {
  await under.renew({ names: ['alpha\u001b]0;owned\u0007', 'bravo\u202egnp'] })
  const pty = await openList()
  await pty.until('\\u001b]0;owned\\u0007')
  expect(pty.written()).not.toContain('\u001b]0;owned')
  expect(pty.written()).not.toContain('\u202e')
  pty.write('\r')
  await pty.until(/Public key 1\s+RSA/)
  expect(pty.written()).not.toContain('\u001b]0;owned')
})

it('a creation carries a key under which it happens once', async () => {
  const pty = await openList()
  await create(pty, 'One')
  const posts = under.at.received.filter(({ method, path }) => method === 'POST' && path.endsWith('/service-accounts'))
  expect(posts.at(-1)?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
})
