import type { KeyContent } from '../../../kit/keys/read-key.ts'
import { checkCertificate } from '../check-certificate.ts'
import { warning } from './imported.ts'

type Chosen = {
  readonly certificates: { readonly signingCertificate1?: string; readonly signingCertificate2?: string }
  readonly warnings: readonly string[]
}

/** The two signing certificates that last longest: of a rollover the one in use and the one to come. */
export function chosenCertificates(found: readonly string[], nowMs: number): Chosen {
  const read = found.map(checkCertificate)
  const usable = read
    .filter((one): one is KeyContent => typeof one !== 'string')
    .toSorted((a, b) => endOf(b) - endOf(a))
  const [first, second] = usable
  const expired = usable.filter((one) => endOf(one) < nowMs)
  return {
    certificates: {
      ...(first === undefined ? {} : { signingCertificate1: first.pem }),
      ...(second === undefined ? {} : { signingCertificate2: second.pem }),
    },
    warnings: [
      ...(usable.length > 2 ? [warning('import.moreCertificates', { count: usable.length })] : []),
      ...(usable.length < read.length ? [warning('import.certificateWeak')] : []),
      ...expired.map(({ subject, notAfter }) =>
        warning('import.certificateExpired', {
          subject: subject ?? '',
          day: notAfter?.toISOString().slice(0, 10) ?? '',
        }),
      ),
    ],
  }
}

function endOf({ notAfter }: KeyContent): number {
  return notAfter?.getTime() ?? Infinity
}
