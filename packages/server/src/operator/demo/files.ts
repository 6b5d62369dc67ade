import { generateKeyPair, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { createOurKeyPair } from '../../kit/keys/key-pair.ts'
import { providersWith } from './provider-entries.ts'
import type { DemoKeys } from './providers.ts'
import { demoKeyNames } from './tenants.ts'

const makeKeyPair = promisify(generateKeyPair)

/** What the demo keeps beside its database, in `DIR/demo/`. */
export type DemoFiles = {
  readonly folder: string
  readonly clientSecrets: Readonly<Record<string, string>>
  readonly signingKeys: Readonly<Record<string, DemoKeys>>
  readonly publicKeys: Readonly<Record<string, string>>
  keyFile(name: string): string
  write(name: string, value: unknown): void
  /** Address of the simulator at the last start. */
  readonly simulatorBefore: string | undefined
}

/** Reads the demo's keys and secrets, or makes them at the first start. All files are 0600. */
export async function openDemoFiles(dataDir: string): Promise<DemoFiles> {
  const folder = join(dataDir, 'demo')
  mkdirSync(join(folder, 'keys'), { recursive: true, mode: 0o700 })
  const keyFile = (name: string) => join(folder, 'keys', `${name}.pem`)
  const publicFile = (name: string) => join(folder, 'keys', `${name}.pub.pem`)
  const missing = demoKeyNames.filter((name) => !existsSync(publicFile(name)))
  await Promise.all(missing.map((name) => makeKeys(keyFile(name), publicFile(name))))
  const clientSecrets = await kept(join(folder, 'client-secrets.json'), providersWith('secret'), async () =>
    randomBytes(32).toString('base64url'),
  )
  const signingKeys = await kept(join(folder, 'signing-keys.json'), providersWith('signing key'), makeSigningKeys)
  const state = join(folder, 'simulator.json')
  return {
    folder,
    clientSecrets,
    signingKeys,
    publicKeys: Object.fromEntries(demoKeyNames.map((name) => [name, readFileSync(publicFile(name), 'utf8')])),
    keyFile,
    write: (name, value) => writeWhole(join(folder, name), `${JSON.stringify(value, null, 2)}\n`),
    simulatorBefore: existsSync(state) ? (JSON.parse(readFileSync(state, 'utf8')) as { url?: string }).url : undefined,
  }
}

/** What a file holds by name; what it lacks is made and added. */
async function kept<T>(
  file: string,
  names: readonly string[],
  make: (name: string) => Promise<T>,
): Promise<Record<string, T>> {
  const held = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, T>) : {}
  for (const name of names) held[name] ??= await make(name)
  writeWhole(file, JSON.stringify(held))
  return held
}

/** The certificate has to be known before the simulator runs: it is part of the provider's configuration here. */
async function makeSigningKeys(name: string): Promise<DemoKeys> {
  const pair = await createOurKeyPair({ commonName: `${name}.example`, nowMs: Date.now(), years: 5, bits: 2048 })
  return { privateKey: pair.privateKey, certificate: pair.certificate }
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

/** Writes atomically, so that a killed first start leaves no partial file. */
function writeWhole(file: string, text: string): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, text, { mode: 0o600 })
  renameSync(draft, file)
}
