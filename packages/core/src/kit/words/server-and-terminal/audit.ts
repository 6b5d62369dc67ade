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
  'audit.found.memory-cut':
    'The audit log ends before seal {seal} of {at}, which this server remembers: its end was removed, or the database was restored.',
  'audit.found.memory-replaced':
    'Seal {seal} is not the one of {at} that this server remembers: the end of the log was replaced, or the database was restored.',
  'audit.found.tenant-gone':
    'The tenant is no longer in the database. This server remembers seal {seal} of {at} of its audit log.',
  'audit.found.row-backdated': 'Row {row} of {at} is much older than the rows before it, which seal {seal} covers.',
  'audit.found.sealed-late':
    '{rows, plural, one {# row} other {# rows}} under seal {seal} waited for the seal of {sealedAt} for more than an hour, the oldest since {at}: changes before the seal cannot be detected.',
  'audit.found.unsealed-old':
    '{rows, plural, one {# row has} other {# rows have}} no seal, the oldest since {at}, for more than an hour: no server seals the log, or seals were removed.',
  'audit.found.log-empty': 'The audit log of the tenant is empty: its rows and seals were removed.',
  'audit.verified':
    '{rows, plural, one {# row} other {# rows}} under {seals, plural, one {# seal} other {# seals}} as when they were sealed.',
  'audit.unsealed':
    '{rows, plural, one {# row is not sealed yet} other {# rows are not sealed yet}}, the oldest of {at}: a removal of these cannot be detected.',
  'audit.remembered':
    'Compared with seal {seal}, which this server remembers. It has remembered the log without a gap since {since}.',
  'audit.withoutHead':
    'This server does not remember the audit log: rows removed from the end together with their seals are only found with --head FILE.',
  'audit.whoHasKey':
    'A person with the key of the server can seal a changed log: keep the key and exported heads apart from the database.',
  'audit.headWritten': 'The head of the audit log (seal {seal}) was written to {file}.',
} as const
