import type { NoticeLevel } from '@portico/core'

export const levelTones: Readonly<Record<NoticeLevel, 'danger' | 'warning' | 'plain'>> = {
  urgent: 'danger',
  soon: 'warning',
  later: 'plain',
}
