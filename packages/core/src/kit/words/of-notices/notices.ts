/** Sentences about what expires: of the page, of the banner for administrators, and of the terminal. */
export const notices = {
  'notices.title': 'Expiry notices',
  'notices.lead':
    'Certificates, secrets, SCIM tokens, setup URLs and recovery codes that expire within {days} days or have expired.',
  'notices.none': 'Nothing expires within {days} days.',
  'notices.noMatch': 'No notice matches.',
  'notices.level.urgent': 'Urgent',
  'notices.level.soon': 'Soon',
  'notices.level.later': 'Later',
  'notices.tenant': 'Whole company',
  'notices.what.certificate1': 'Signing certificate 1',
  'notices.what.certificate2': 'Signing certificate 2',
  'notices.what.applicationSecret': 'Application secret',
  'notices.what.nextApplicationSecret': 'Next application secret',
  'notices.what.key1': 'Certificate of key 1',
  'notices.what.key2': 'Certificate of key 2',
  'notices.what.scimToken': 'SCIM token {tokenName}',
  'notices.what.setupUrl': 'Setup URL',
  'notices.what.recoveryCodes': 'Recovery codes',
  'notices.expires':
    '{what}: {days, plural, =0 {expires within a day.} one {expires in # day.} other {expires in # days.}}',
  'notices.expired': '{what}: {days, plural, =0 {expired today.} one {expired # day ago.} other {expired # days ago.}}',
  'notices.extended': '{what}: expired, accepted until {date}.',
  'notices.replaced': 'Another one is valid for longer.',
  'notices.more': '{count, plural, one {# more} other {# more}}',
  'notices.show': 'Show expiry notices',
  'notices.auditLog.title': 'Audit log',
  'notices.auditLog.refused':
    'The audit log is not as the server sealed it: rows or seals may have been removed or changed. New rows are not sealed. Tell the operator of the server.',
  'notices.auditLog.waiting':
    'Rows of the audit log have waited for their seal for more than an hour: changes to such rows cannot be detected. Tell the operator of the server.',
  'notices.stalled.open': 'Open Provisioning',
  'notices.stalled.unauthorized': 'Provisioning is paused: the application rejected the token. Enter a new one.',
  'notices.stalled.removals':
    'Provisioning is paused: {count, plural, one {# person} other {# people}} would be removed from the application. Check whether that is intended.',
  'notices.stalled.restored':
    'Provisioning is paused: this database was restored from a backup. Switch it on if this copy may send to the application.',
  'notices.stalled.refused':
    '{kind, select, group {Provisioning of groups does not work: the application refuses them.} other {Provisioning does not work: the application refuses the people sent to it. Check the base URL and the token.}}',
  'notices.stalled.failing':
    'Provisioning does not work: {count, plural, one {the last attempt} other {the last # attempts}} failed.',
} as const
