import { createStore, type StoreApi } from 'zustand/vanilla'

import type { LazyParts } from '../lazy-parts.ts'
import { extendCertificate, listCertificates, type CertificateRow } from './contract.ts'

export type CertificatesState = {
  readonly isFetching: boolean
  /** Of all identity providers, the one that ends first on top. */
  readonly certificates: readonly CertificateRow[] | undefined
}

export type Certificates = StoreApi<CertificatesState> & {
  fetch(): Promise<void>
  /** Authorises an expired certificate for 72 more hours; the end of them, undefined means it was reported. */
  extend(target: {
    readonly idp: string
    readonly fingerprint: string
    readonly reason: string
  }): Promise<string | undefined>
}

/** `core.lazily(createCertificates)`. */
export function createCertificates({ client, feedback, say }: LazyParts): Certificates {
  const store = createStore<CertificatesState>(() => ({ isFetching: false, certificates: undefined }))
  return {
    ...store,
    async fetch() {
      store.setState({ isFetching: true })
      const outcome = await client.call(listCertificates)
      store.setState({ isFetching: false })
      if (!outcome.ok) return feedback.reportLoad(outcome.problem)
      store.setState({ certificates: outcome.value.certificates.toSorted((a, b) => endOf(a) - endOf(b)) })
    },
    async extend({ idp, fingerprint, reason }) {
      feedback.clear()
      const outcome = await client.call(extendCertificate, { params: { id: idp }, body: { fingerprint, reason } })
      if (!outcome.ok) {
        feedback.report(outcome.problem)
        return undefined
      }
      const { extendedUntil } = outcome.value
      store.setState(({ certificates }) => ({
        certificates: certificates?.map((one) =>
          one.idp === idp && one.fingerprint === fingerprint
            ? { ...one, state: 'extended' as const, extendedUntil }
            : one,
        ),
      }))
      feedback.openSuccess(say('certificate.extended'))
      return extendedUntil
    },
  }
}

/** A bare key has no end. */
function endOf({ notAfter }: CertificateRow): number {
  return notAfter === null ? Infinity : Date.parse(notAfter)
}
