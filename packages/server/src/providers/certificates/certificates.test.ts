import { execFileSync } from 'node:child_process'
import { createPublicKey, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { fileBytesMax, uploadCertificate } from '@portico/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-certificates-'))
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const spki = publicKey.export({ type: 'spki', format: 'pem' }).toString().trim()
const pem = (type: 'pkcs1' | 'spki') => publicKey.export({ type, format: 'pem' })
const der = (type: 'pkcs1' | 'spki') => publicKey.export({ type, format: 'der' })

let server: TestServer
let admin: Browser
let certificate = ''
let certificateDer = Buffer.alloc(0)

beforeAll(async () => {
  server = await createTestServer()
  admin = await signedIn(server, await server.importTenant(smallTenant('acme')), {
    username: 'ada@acme.example',
    groups: ['admins'],
  })
  const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  run(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '30',
    '-subj',
    '/CN=test',
    '-keyout',
    'c.key',
    '-out',
    'c.pem',
  )
  run('x509', '-in', 'c.pem', '-outform', 'DER', '-out', 'c.der')
  certificate = readFileSync(join(folder, 'c.pem'), 'utf8')
  certificateDer = readFileSync(join(folder, 'c.der'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server.close()
})

const upload = (content: string | Buffer) =>
  uploadCertificate(admin.core.client, new Blob([new Uint8Array(Buffer.from(content))]))

describe('a public key is extracted from', () => {
  it.each([
    ['SPKI in PEM', () => pem('spki')],
    ['PKCS#1 in PEM', () => pem('pkcs1')],
    ['SPKI in DER', () => der('spki')],
    ['PKCS#1 in DER', () => der('pkcs1')],
    ['PEM with words around it', () => `issued for acme\n${pem('spki').toString()}\nend`],
  ])('%s', async (_, content) => expect(await upload(content())).toMatchObject({ ok: true, publicKey: spki }))

  it.each([
    ['PEM', () => certificate],
    ['DER', () => certificateDer],
  ])('a certificate in %s, with the end of its validity', async (_, content) => {
    const wanted = createPublicKey(certificate).export({ type: 'spki', format: 'pem' }).toString().trim()
    expect(await upload(content())).toMatchObject({
      ok: true,
      publicKey: wanted,
      notAfter: expect.stringMatching(/^20\d\d-/),
      certificate: new X509Certificate(certificate).toString().trim(),
    })
  })

  it('a bare key contains no certificate', async () => {
    expect(await upload(pem('spki'))).toMatchObject({ ok: true, certificate: undefined })
  })
})

describe('a clear error for', () => {
  it.each([
    ['noise', () => randomBytes(400), 'FILE_UNREADABLE'],
    ['text', () => 'hello', 'FILE_UNREADABLE'],
    ['an empty file', () => '', 'FILE_EMPTY'],
    ['a private key in PEM', () => privateKey.export({ type: 'pkcs8', format: 'pem' }), 'FILE_PRIVATE'],
    ['a private key in DER', () => privateKey.export({ type: 'pkcs8', format: 'der' }), 'FILE_PRIVATE'],
    ['a PKCS#1 private key in DER', () => privateKey.export({ type: 'pkcs1', format: 'der' }), 'FILE_PRIVATE'],
    [
      'a certificate with its private key',
      () => certificate + readFileSync(join(folder, 'c.key'), 'utf8'),
      'FILE_PRIVATE',
    ],
    [
      'an EC key',
      () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }),
      'KEY_NOT_RSA',
    ],
    [
      'a key of 1024 bits',
      () => generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ type: 'spki', format: 'pem' }),
      'KEY_TOO_SMALL',
    ],
    ['204800 bytes of noise', () => randomBytes(fileBytesMax), 'FILE_UNREADABLE'],
  ])('%s', async (_, content, errorID) => {
    expect(await upload(content())).toMatchObject({
      ok: false,
      problem: { status: 400, details: [{ errorID, fieldID: 'file' }] },
    })
  })

  it('204801 bytes: refused before sending, and by the server', async () => {
    const tooLarge = randomBytes(fileBytesMax + 1)
    expect(await upload(tooLarge)).toEqual({ ok: false, errorID: 'FILE_TOO_LARGE' })
    const form = new FormData()
    form.append('file', new Blob([tooLarge]))
    const response = await admin.send('/api/portal/publickey', {
      method: 'POST',
      body: form,
      headers: { 'X-CSRFToken': admin.cookies.get('csrf') ?? '' },
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ details: [{ errorID: 'FILE_TOO_LARGE', fieldID: 'file' }] })
  })

  it('no file at all', async () => {
    const headers = { 'X-CSRFToken': admin.cookies.get('csrf') ?? '' }
    const response = await admin.send('/api/portal/publickey', { method: 'POST', body: new FormData(), headers })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ details: [{ fieldID: 'file' }] })
  })
})
