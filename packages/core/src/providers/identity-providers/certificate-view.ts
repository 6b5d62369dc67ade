import { rsaKeyBits } from '../../kit/keys/pem-bytes.ts'
import type { CertificateFacts } from './contract.ts'
import type { ProviderFormState } from './form.ts'

/** A certificate in the form: `saved` is shown as it is stored, and the server's `facts` are about it. */
export type CertificateView = {
  readonly text: string
  readonly state: 'none' | 'saved' | 'unsaved'
  readonly facts: CertificateFacts | undefined
  /** Size of its RSA key; undefined where the text has none. */
  readonly bits: number | undefined
}

export function certificateViewOf(
  field: string,
  form: Pick<ProviderFormState, 'values' | 'fetched'>,
  certificates: readonly CertificateFacts[],
): CertificateView {
  const text = String(form.values[field] ?? '').trim()
  if (text === '') return { text, state: 'none', facts: undefined, bits: undefined }
  const bits = rsaKeyBits(text)
  if (text !== String(form.fetched.values[field] ?? '').trim())
    return { text, state: 'unsaved', facts: undefined, bits }
  return { text, state: 'saved', facts: certificates.find(({ slot }) => field === `signingCertificate${slot}`), bits }
}
