import { generateKeyPair, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { demoKeyNames } from './tenants.ts'

const makeKeyPair = promisify(generateKeyPair)

/** What the demo keeps beside its database, in `DIR/demo/`. */
export type DemoFiles = {
  readonly folder: string
  readonly clientSecrets: Readonly<Record<string, string>>
  readonly publicKeys: Readonly<Record<string, string>>
  keyFile(name: string): string
  write(name: string, value: unknown): void
  /** Address of the simulator at the last start. */
  readonly simulatorBefore: string | undefined
}

/** Reads the demo's keys and secrets, or makes them at the first start. All files are 0600. */
export async function openDemoFiles(dataDir: string, tenants: readonly string[]): Promise<DemoFiles> {
  const folder = join(dataDir, 'demo')
  mkdirSync(join(folder, 'keys'), { recursive: true, mode: 0o700 })
  const keyFile = (name: string) => join(folder, 'keys', `${name}.pem`)
  const publicFile = (name: string) => join(folder, 'keys', `${name}.pub.pem`)
  const missing = demoKeyNames.filter((name) => !existsSync(publicFile(name)))
  await Promise.all(missing.map((name) => makeKeys(keyFile(name), publicFile(name))))
  const secretsFile = join(folder, 'client-secrets.json')
  const clientSecrets = existsSync(secretsFile)
    ? (JSON.parse(readFileSync(secretsFile, 'utf8')) as Record<string, string>)
    : Object.fromEntries(tenants.map((tenant) => [tenant, randomBytes(32).toString('base64url')]))
  writeWhole(secretsFile, JSON.stringify(clientSecrets))
  const state = join(folder, 'simulator.json')
  return {
    folder,
    clientSecrets,
    publicKeys: Object.fromEntries(demoKeyNames.map((name) => [name, readFileSync(publicFile(name), 'utf8')])),
    keyFile,
    write: (name, value) => writeWhole(join(folder, name), `${JSON.stringify(value, null, 2)}\n`),
    simulatorBefore: existsSync(state) ? (JSON.parse(readFileSync(state, 'utf8')) as { url?: string }).url : undefined,
  }
}

async function makeKeys(privateFile: string, publicFile: string): Promise<void> {
  const { privateKey, publicKey } = await makeKeyPair('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  writeWhole(privateFile, privateKey)
  writeWhole(publicFile, publicKey)
}

/** Whole or not at all, so that a killed first start leaves nothing half-written. */
function writeWhole(file: string, text: string): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, text, { mode: 0o600 })
  renameSync(draft, file)
}
