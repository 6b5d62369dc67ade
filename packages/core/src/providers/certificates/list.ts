import { mapped, wholePage, type ListedNoun } from '../../kit/lists/listed.ts'
import { listCertificates } from './contract.ts'
import { withDaysLeft } from './days-left.ts'
import { certificateNoun, type CertificateWithDays } from './noun.ts'

export type CertificateFilter = { /** Id of an identity provider. */ readonly idp?: string | undefined }

/** The certificates of all identity providers, the one that expires first on top; a bare key does not expire. */
export const certificateList: ListedNoun<CertificateWithDays, CertificateFilter> = {
  noun: certificateNoun,
  idOf: ({ idp, slot, fingerprint }) => `${idp} ${slot} ${fingerprint}`,
  searchedBy: 'here',
  noFilter: {},
  filterRows: (rows, { idp }) => (idp === undefined ? rows : rows.filter((row) => row.idp === idp)),
  order: (rows) => rows.toSorted((a, b) => endOf(a) - endOf(b) || a.slot - b.slot),
  async fetchPage({ client, clock }, { signal }) {
    const outcome = await client.call(listCertificates, { signal })
    return wholePage(
      mapped(outcome, ({ certificates, readings }) => ({
        rows: certificates.map((row) => withDaysLeft(row, clock.now(), readings)),
      })),
    )
  },
}

const never = 8.64e15

function endOf({ notAfter }: CertificateWithDays): number {
  return notAfter === null ? never : Date.parse(notAfter)
}
