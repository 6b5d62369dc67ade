import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type KeyFiles = {
  readonly publicFile: string
  readonly publicPem: string
  readonly privateFile: string
  readonly privatePem: string
}

/** An RSA key pair as two PEM files, as `openssl genpkey` would leave them. */
export function makeKeyFiles(folder: string, name: string): KeyFiles {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const publicFile = join(folder, `${name}.pub.pem`)
  const privateFile = join(folder, `${name}.pem`)
  const privatePem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  writeFileSync(publicFile, publicPem)
  writeFileSync(privateFile, privatePem, { mode: 0o600 })
  return { publicFile, publicPem, privateFile, privatePem }
}
