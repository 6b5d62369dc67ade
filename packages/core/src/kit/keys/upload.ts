import type { Client } from '../http/client.ts'
import type { Problem } from '../http/problem.ts'
import type { WordId } from '../words/english.ts'
import { extractPublicKey } from './contract.ts'
import { fileBytesMax } from './rules.ts'

export type UploadResult =
  | {
      readonly ok: true
      readonly publicKey: string
      readonly notAfter: string | undefined
      /** In PEM, if the file contained one. */
      readonly certificate: string | undefined
    }
  | { readonly ok: false; readonly errorID: WordId }
  | { readonly ok: false; readonly problem: Problem }

/** The upload dialog's decision (spec section 5): a file within the size limit, and a key only from a successful answer. */
export async function uploadCertificate(client: Pick<Client, 'call'>, file: Blob | undefined): Promise<UploadResult> {
  if (file === undefined) return { ok: false, errorID: 'FILE_REQUIRED' }
  if (file.size > fileBytesMax) return { ok: false, errorID: 'FILE_TOO_LARGE' }
  const outcome = await client.call(extractPublicKey, { body: { file } })
  if (!outcome.ok) return { ok: false, problem: outcome.problem }
  const { publicKey, notAfter, certificate } = outcome.value
  return { ok: true, publicKey, notAfter, certificate }
}
