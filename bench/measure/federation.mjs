import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { result } from '../report.mjs'
import { openDemo } from '../support/demo.mjs'
import { runPortico } from '../support/run-portico.mjs'

const bytes = 50_000_000
const targetMs = 50
const megabyte = 1_048_576

/** One identity provider out of a federation's metadata of 50 MB, by its address and from a file. */
export async function measure() {
  const demo = openDemo(['--import', new URL('../support/loop-delay.mjs', import.meta.url).href])
  const document = aggregate()
  const http = createServer((_, response) => response.end(document))
  await new Promise((resolve) => http.listen(0, '127.0.0.1', resolve))
  try {
    const { env, pid } = await demo.start()
    const file = join(demo.folder, 'federation.xml')
    writeFileSync(file, document)
    const address = `http://127.0.0.1:${http.address().port}/`
    const results = []
    for (const [name, from] of Object.entries({ address: ['--from-url', address], file: ['--from-file', file] })) {
      const before = await loopOf(demo.folder, pid)
      // The first reading compiles what it runs.
      await imported(env, from)
      const first = await loopOf(demo.folder, pid)
      const startMs = performance.now()
      await imported(env, from)
      const seconds = (performance.now() - startMs) / 1000
      const { maxMs, heldMs, peak } = await loopOf(demo.folder, pid)
      const of = `aggregate of 50 MB by ${name}`
      results.push(
        result({ name: `${of}: the command`, value: seconds, unit: 's' }),
        result({
          name: `${of}: longest processor time between turns of the server's event loop`,
          value: heldMs,
          unit: 'ms',
          target: targetMs,
        }),
        result({ name: `${of}: longest delay of the server's event loop`, value: maxMs, unit: 'ms' }),
        result({
          name: `${of}: growth of the server's memory`,
          value: (Math.max(first.peak, peak) - before.now) / megabyte,
          unit: 'MB',
        }),
      )
    }
    return results
  } finally {
    http.closeAllConnections()
    http.close()
    await demo.close()
  }
}

async function imported(env, from) {
  const flags = [
    'idp',
    'import',
    '--type',
    'OPENSAML',
    ...from,
    '--entity-id',
    'https://idp-3000.example/idp',
    '--json',
  ]
  const { config } = JSON.parse((await runPortico(flags, env)).stdout)
  if (config.ssoUrl !== 'https://idp-3000.example/sso') throw new Error('another provider was read')
}

async function loopOf(folder, pid) {
  const file = join(folder, 'loop-delay.json')
  rmSync(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  while (!existsSync(file)) await wait(10)
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** With the usual share of certificates, names and addresses. */
function aggregate() {
  const certificate = Buffer.alloc(1100, 7)
    .toString('base64')
    .replace(/(.{76})/g, '$1\n')
  const key = `<md:KeyDescriptor><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`
  const service = (name, binding, id) =>
    `<md:${name} Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="https://idp-${id}.example/sso"/>`
  const entity = (id) =>
    `<md:EntityDescriptor entityID="https://idp-${id}.example/idp"><md:Extensions><mdui:UIInfo><mdui:DisplayName xml:lang="en">University ${id}</mdui:DisplayName><mdui:DisplayName xml:lang="de">Universität ${id}</mdui:DisplayName></mdui:UIInfo></md:Extensions>` +
    `<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${key}${key}${service('SingleLogoutService', 'HTTP-Redirect', id)}${service('SingleSignOnService', 'HTTP-Redirect', id)}${service('SingleSignOnService', 'HTTP-POST', id)}</md:IDPSSODescriptor></md:EntityDescriptor>\n`
  const parts = [
    '<?xml version="1.0" encoding="UTF-8"?>\n<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" xmlns:mdui="urn:oasis:names:tc:SAML:metadata:ui">\n',
  ]
  for (let length = 0; length < bytes; length += parts.at(-1).length) parts.push(entity(parts.length))
  return Buffer.from(`${parts.join('')}</md:EntitiesDescriptor>`)
}
