import { createFileForm, type FileAnswer, type FileFormParts, type UploadForm } from '../editing/file-form.ts'
import type { Client } from '../http/client.ts'
import type { Problem } from '../http/problem.ts'
import { fileBytesMax } from '../limits.ts'
import type { WordId } from '../words/english.ts'
import { extractPublicKey } from './contract.ts'
import { isPrivateFile } from './key-text.ts'

export type Uploaded = Extract<UploadResult, { ok: true }>

type Parts = FileFormParts & { readonly client: Pick<Client, 'call'> }

/** Takes the key or certificate of a file. A private key is refused here and not sent. */
export function createUploadForm(parts: Parts, taken: (uploaded: Uploaded) => void): UploadForm {
  async function read(file: File): Promise<FileAnswer<Uploaded>> {
    if (file.size <= fileBytesMax && isPrivateFile(new Uint8Array(await file.arrayBuffer())))
      return { ok: false, errorID: 'FILE_PRIVATE' }
    const result = await uploadCertificate(parts.client, file)
    return result.ok ? { ok: true, value: result } : result
  }
  return createFileForm(parts, { read, taken })
}

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
export async function uploadCertificate(client: Pick<Client, 'call'>, file: Blob): Promise<UploadResult> {
  if (file.size > fileBytesMax) return { ok: false, errorID: 'FILE_TOO_LARGE' }
  const outcome = await client.call(extractPublicKey, { body: { file } })
  if (!outcome.ok) return { ok: false, problem: outcome.problem }
  const { publicKey, notAfter, certificate } = outcome.value
  return { ok: true, publicKey, notAfter, certificate }
}
