import { createFileForm, type FileAnswer, type FileFormParts, type UploadForm } from '../editing/file-form.ts'
import type { Client } from '../http/client.ts'
import { isPrivateFile } from './private-file.ts'
import { fileBytesMax } from './rules.ts'
import { uploadCertificate, type UploadResult } from './upload.ts'

export type Uploaded = Extract<UploadResult, { ok: true }>

type Parts = FileFormParts & { readonly client: Pick<Client, 'call'> }

/** Takes the key or certificate of a file. A private key is refused here and not sent. */
export function createUploadForm(parts: Parts, taken: (uploaded: Uploaded) => void): UploadForm {
  async function read(file: File | undefined): Promise<FileAnswer<Uploaded>> {
    const isReadable = file !== undefined && file.size <= fileBytesMax
    if (isReadable && isPrivateFile(new Uint8Array(await file.arrayBuffer())))
      return { ok: false, errorID: 'FILE_PRIVATE' }
    const result = await uploadCertificate(parts.client, file)
    return result.ok ? { ok: true, value: result } : result
  }
  return createFileForm(parts, { read, taken })
}
