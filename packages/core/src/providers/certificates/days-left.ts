import { daysUntil } from '../../kit/expiry.ts'
import type { CertificateRow, MetadataReading } from './contract.ts'
import type { CertificateWithDays } from './noun.ts'

/** A certificate as the noun shows it. `now` in milliseconds since the epoch. */
export function withDaysLeft(
  row: CertificateRow,
  now: number,
  readings: readonly MetadataReading[] = [],
): CertificateWithDays {
  const reading = readings.find(({ idp }) => idp === row.idp)
  return { ...row, reading, daysLeft: row.notAfter === null ? null : daysUntil(row.notAfter, now) }
}
