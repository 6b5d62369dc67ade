import {
  getLauncherApplications,
  iconBytesMax,
  linkApplicationIcon,
  listApplications,
  putApplicationIcon,
  removeApplicationIcon,
} from '@portico/core/contract'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { withFiles } from '../../../operator/tenant-import/files.ts'
import type { ImportedTenant } from '../../../operator/tenant-import/import.ts'
import { makePng, pngChunk } from '../../../testing/make-png.ts'
import {
  createTestServer,
  signedIn,
  smallTenant,
  testBaseUrl,
  type Browser,
  type TestServer,
} from '../../../testing/test-server.ts'
import { readImage } from './image.ts'
import { jpegOf, webpOf } from './testing/images.ts'

let server: TestServer
let acme: ImportedTenant
let admin: Browser
let params: { envId: string; appId: string }
let site: Server
let address: string
/** What the site of another company answers, by path. */
const answers = new Map<string, { status: number; type: string; body: Buffer; location?: string }>()

beforeAll(async () => {
  site = createServer((request, response) => {
    const { status = 404, type = 'text/plain', body = Buffer.alloc(0), location } = answers.get(request.url ?? '') ?? {}
    response.writeHead(status, { 'content-type': type, ...(location === undefined ? {} : { location }) }).end(body)
  })
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  server = await createTestServer()
  acme = await server.importTenant(smallTenant('acme'))
  admin = await signedIn(server, acme, { username: 'admin@acme.example', groups: ['admins', 'staff'] })
  await admin.core.environments.fetch()
  const envId = admin.core.environments.getState().selectedId ?? ''
  const listed = await admin.core.client.call(listApplications, { params: { envId } })
  const appId = listed.ok ? (listed.value.applications.find(({ label }) => label === 'wiki')?.id ?? '') : ''
  params = { envId, appId }
})
afterAll(async () => {
  site.close()
  await server.close()
})

const upload = (bytes: Buffer, by = admin) =>
  by.core.client.call(putApplicationIcon, { params, body: { file: new Blob([new Uint8Array(bytes)]) } })
const link = (url: string, by = admin) => by.core.client.call(linkApplicationIcon, { params, body: { url } })
async function shown(browser = admin): Promise<string | undefined> {
  const outcome = await browser.core.client.call(getLauncherApplications)
  return outcome.ok ? outcome.value.applications.find(({ label }) => label === 'wiki')?.icon : undefined
}
async function listedIcon(): Promise<string | undefined> {
  const outcome = await admin.core.client.call(listApplications, { params: { envId: params.envId } })
  return outcome.ok ? outcome.value.applications.find(({ label }) => label === 'wiki')?.icon : undefined
}
const read = (path: string, browser = admin) =>
  server.fetch(
    new Request(testBaseUrl + path, {
      headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    }),
  )

const png = makePng(64, 64)

describe('an icon', () => {
  it.each([
    ['image/png', png],
    ['image/jpeg', jpegOf(64, 48)],
    ['image/webp', webpOf(64, 64)],
  ])('that was uploaded is answered by us as %s, always at the same address', async (type, bytes) => {
    const outcome = await upload(bytes)
    expect(outcome).toMatchObject({ ok: true })
    const path = (await shown()) ?? ''
    expect(path).toMatch(/^\/api\/portal\/launcher\/icons\/[0-9a-f]{64}$/)
    const response = await read(path)
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(readImage(bytes)?.bytes)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    })
  })

  it('that was linked is read once by the server and answered by us', async () => {
    const other = makePng(32, 32)
    answers.set('/icon', { status: 200, type: 'text/html', body: other })
    expect(await link(`${address}/icon`)).toMatchObject({ ok: true })
    answers.clear()
    const response = await read((await shown()) ?? '')
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(other)
  })

  it('is listed for administrators by its address, which the launcher has too', async () => {
    await upload(png)
    expect(await listedIcon()).toBe(await shown())
    expect(await listedIcon()).toMatch(/\/[0-9a-f]{64}$/)
  })

  it('that was removed is gone from the launcher', async () => {
    await upload(png)
    expect(await admin.core.client.call(removeApplicationIcon, { params })).toMatchObject({ ok: true })
    expect([await shown(), await listedIcon()]).toEqual([undefined, undefined])
  })

  it('is not found by another tenant, even by its address', async () => {
    await upload(png)
    const path = (await shown()) ?? ''
    const globex = await server.importTenant(smallTenant('globex'))
    const stranger = await signedIn(server, globex, { username: 'g@globex.example', groups: ['staff'] })
    expect((await read(path, stranger)).status).toBe(404)
    expect((await server.fetch(new Request(testBaseUrl + path))).status).toBe(401)
  })

  it('is set only by administrators', async () => {
    const person = await signedIn(server, acme, { username: 'p@acme.example', groups: ['staff'] })
    expect(await upload(png, person)).toMatchObject({ ok: false, problem: { status: 403 } })
    expect(await link(`${address}/icon`, person)).toMatchObject({ ok: false, problem: { status: 403 } })
  })

  it.each([
    ['an SVG', 'ICON_UNREADABLE', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a PNG whose pixels are missing', 'ICON_UNREADABLE', png.subarray(0, 60)],
    ['a PNG with a wrong checksum', 'ICON_UNREADABLE', changed(png, png.length - 13)],
    ['a PNG that inflates to more than it says', 'ICON_UNREADABLE', withHeaderOf(makePng(64, 64), makePng(64, 16))],
    ['a JPEG without an end', 'ICON_UNREADABLE', jpegOf(64, 64).subarray(0, -2)],
    ['an animated WebP', 'ICON_UNREADABLE', webpOf(64, 64, ['ANIM'])],
    ['a file that only has the name of an image', 'ICON_UNREADABLE', Buffer.from('not an image.png')],
    ['one of 8 pixels', 'ICON_SIZE', makePng(8, 8)],
    ['one of 1,025 pixels', 'ICON_SIZE', makePng(1_025, 16)],
    ['one with too many bytes', 'ICON_TOO_LARGE', Buffer.concat([png, Buffer.alloc(iconBytesMax)])],
  ])('cannot be %s: %s', async (_, errorID, bytes) => {
    const outcome = await upload(bytes)
    expect(outcome).toMatchObject({ ok: false, problem: { status: 400, details: [{ errorID, fieldID: 'file' }] } })
  })

  it.each([
    ['a redirect', '/moved'],
    ['an error', '/none'],
  ])('cannot be linked to %s', async (_, path) => {
    answers.set('/moved', { status: 302, type: 'text/plain', body: Buffer.alloc(0), location: `${address}/icon` })
    expect(await link(address + path)).toMatchObject({ problem: { details: [{ errorID: 'ICON_NOT_FETCHED' }] } })
  })

  it.each([
    'http://192.168.1.1/icon.png',
    'https://169.254.169.254/latest',
    'file:///etc/passwd',
    'https://[::ffff:10.0.0.1]/',
  ])('cannot be linked to %s, which the server does not ask', async (url) => {
    expect(await link(url)).toMatchObject({ problem: { status: 400, details: [{ errorID: 'ICON_NOT_FETCHED' }] } })
  })
})

describe('a tenant file', () => {
  const [billing, wiki, vault] = smallTenant('acme')['applications'] as object[]
  const imported = (icon: object) =>
    server.importTenant({ ...smallTenant('acme'), applications: [billing, { ...wiki, ...icon }, vault] })

  it('sets an icon from the file that it names, and keeps it where it names none', async () => {
    await admin.core.client.call(removeApplicationIcon, { params })
    const read = (path: string) => (path === 'wiki.png' ? png : Buffer.alloc(0))
    const file = withFiles({ applications: [{ ...wiki, icon: { file: 'wiki.png' } }] }, read) as {
      applications: object[]
    }
    await imported(file.applications[0] ?? {})
    expect((await shown()) ?? '').toMatch(/icons/)
    const before = await shown()
    await imported({})
    expect(await shown()).toBe(before)
  })

  it.each([
    ['no image', Buffer.from('<svg/>'), 'applications.1.icon: This is not a PNG, JPEG or WebP image'],
    ['an image of 8 pixels', makePng(8, 8), 'applications.1.icon: Each side of an icon'],
    ['text', 'wiki.png', 'applications.1.icon: an image, as { file: PATH }'],
  ])('is rejected where the icon is %s', async (_, icon, sentence) => {
    await expect(imported({ icon })).rejects.toThrow(sentence)
  })
})

describe('what is kept of an image', () => {
  const secret = 'Photographed at home'
  it.each([
    ['a PNG', makePng(32, 32, [pngChunk('tEXt', Buffer.from(secret)), pngChunk('eXIf', Buffer.from(secret))])],
    ['a JPEG', jpegOf(32, 32, secret)],
    ['a WebP', webpOf(32, 32, ['EXIF', 'XMP '], secret)],
    ['bytes after its end', Buffer.concat([png, Buffer.from(secret)])],
  ])('is nothing of the metadata of %s', (_, bytes) => {
    const image = readImage(bytes)
    expect(image).toBeDefined()
    expect(bytes.includes(secret)).toBe(true)
    expect(image?.bytes.includes(secret)).toBe(false)
    expect(readImage(image?.bytes ?? Buffer.alloc(0))?.bytes).toEqual(image?.bytes)
  })
})

function changed(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

/** The pixels of one image under the header of another. */
function withHeaderOf(pixels: Buffer, header: Buffer): Buffer {
  const end = 8 + 25
  return Buffer.concat([header.subarray(0, end), pixels.subarray(end)])
}
