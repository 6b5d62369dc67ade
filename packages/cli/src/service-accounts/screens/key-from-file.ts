import { fileBytesMax, uploadCertificate } from '@portico/core'

import { kindOfKey } from '../../keys/kind-of-key.ts'
import type { App } from '../../terminal/app/app.ts'

export type KeyFromFile =
  | { readonly ok: true; readonly publicKey: string }
  | { readonly ok: false; readonly message: string }

/**
 * The public key in a file. A PEM public key is used unchanged; the server extracts it from a certificate or DER key;
 * a private key is rejected here and never leaves the machine.
 */
export async function keyFromFile(app: App, path: string): Promise<KeyFromFile> {
  const { words, core } = app
  if (path === '') return { ok: false, message: words.say('FILE_REQUIRED') }
  let bytes: Uint8Array
  try {
    bytes = await app.readFile(path, fileBytesMax)
  } catch (reason) {
    return { ok: false, message: reason instanceof Error ? reason.message : String(reason) }
  }
  const kind = kindOfKey(bytes)
  if (kind === 'private') return { ok: false, message: words.say('FILE_PRIVATE') }
  if (kind === 'pem') return { ok: true, publicKey: new TextDecoder().decode(bytes).trim() }
  const result = await uploadCertificate(core.client, new File([new Uint8Array(bytes)], 'certificate'))
  if (result.ok) return { ok: true, publicKey: result.publicKey }
  if ('errorID' in result) return { ok: false, message: words.say(result.errorID) }
  if (result.problem.kind === 'session-ended') core.feedback.report(result.problem)
  return { ok: false, message: result.problem.errorMessage }
}
