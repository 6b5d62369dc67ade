/** What a verification of the audit log found. */
export const audit = {
  AUDIT_KEY_MISSING:
    'The server does not have the key that seals the audit log. Ask the operator to put it back: portico-server doctor.',
  'audit.found.row-edited': 'Row {row} of {at} was changed after it was sealed (seal {seal}).',
  'audit.found.row-missing': 'Row {row} was removed after it was sealed (seal {seal}).',
  'audit.found.row-inserted': 'Row {row} of {at} was inserted among sealed rows (seal {seal}).',
  'audit.found.row-order': 'The rows under seal {seal} are in another order than when they were sealed.',
  'audit.found.seal-edited': 'Seal {seal} was changed.',
  'audit.found.seal-missing': 'Seal {seal} was removed.',
  'audit.found.tail-cut': 'The audit log ends before seal {seal} of {at}, which the head names: its end was removed.',
  'audit.found.tail-replaced':
    'Seal {seal} is not the one of {at} that the head names: the end of the log was replaced.',
  'audit.found.key-missing': 'Seal {seal} cannot be checked: the server does not have the key {key}.',
  'audit.found.head-key': 'The head cannot be checked: the server does not have the key {key} that signed it.',
  'audit.found.head-invalid': 'The head was not signed by this server for this tenant, or was changed.',
  'audit.verified':
    '{rows, plural, one {# row} other {# rows}} under {seals, plural, one {# seal} other {# seals}} as when they were sealed.',
  'audit.unsealed':
    '{rows, plural, one {# row is not sealed yet} other {# rows are not sealed yet}}, the oldest of {at}: a removal of these cannot be detected.',
  'audit.withoutHead': 'Rows removed from the end together with their seals are only found with --head FILE.',
  'audit.whoHasKey':
    'A person with the key of the server can seal a changed log: keep the key and exported heads apart from the database.',
  'audit.headWritten': 'The head of the audit log (seal {seal}) was written to {file}.',
} as const
