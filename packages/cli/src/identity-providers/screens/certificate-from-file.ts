import { createPublicKey, X509Certificate } from 'node:crypto'

import { fileBytesMax } from '@portico/core'

import type { App } from '../../terminal/app/app.ts'
import { kindOfKey } from '../../keys/kind-of-key.ts'

export type CertificateFromFile =
  | { readonly ok: true; readonly pem: string }
  | { readonly ok: false; readonly message: string }

/** The signing certificate in a file, PEM or DER, as PEM; the first of a chain. A private key never leaves the machine. */
export async function certificateFromFile(app: App, path: string): Promise<CertificateFromFile> {
  const { words } = app
  if (path === '') return { ok: false, message: words.say('FILE_REQUIRED') }
  let bytes: Uint8Array
  try {
    bytes = await app.readFile(path, fileBytesMax)
  } catch (reason) {
    return { ok: false, message: reason instanceof Error ? reason.message : String(reason) }
  }
  if (bytes.byteLength > fileBytesMax) return { ok: false, message: words.say('FILE_TOO_LARGE') }
  if (kindOfKey(bytes) === 'private') return { ok: false, message: words.say('CERTIFICATE_PRIVATE') }
  const pem = certificatePem(bytes) ?? publicKeyPem(bytes)
  return pem === undefined ? { ok: false, message: words.say('CERTIFICATE_NOT_PEM') } : { ok: true, pem }
}

function certificatePem(bytes: Uint8Array): string | undefined {
  try {
    return new X509Certificate(bytes).toString().trim()
  } catch {
    return undefined
  }
}

function publicKeyPem(bytes: Uint8Array): string | undefined {
  const buffer = Buffer.from(bytes)
  for (const key of [buffer, { key: buffer, format: 'der' as const, type: 'spki' as const }])
    try {
      return createPublicKey(key).export({ format: 'pem', type: 'spki' }).toString().trim()
    } catch {
      // Another format, or not a key.
    }
  return undefined
}
