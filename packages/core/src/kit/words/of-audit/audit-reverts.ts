/** Sentences about taking back a change of the audit log. */
export const auditReverts = {
  REVERT_CHANGED:
    'A later change set this again. Take back the later change first, or set the value on its own screen.',
  REVERT_GONE: 'The object of this entry no longer exists.',
  REVERT_CREATED: 'To take back a creation, delete the object on its own screen.',
  REVERT_DELETED: 'A deleted object does not come back with its ID, keys and mappings. Create it again.',
  REVERT_EARLIER:
    'An earlier version of Portico wrote this entry without its environment. Set the groups on the page of the role.',
  REVERT_EVENT: 'This entry records an event, not a setting.',
  REVERT_KEYS:
    'Keys are not taken back, because a key that was replaced can be in the wrong hands. Set the keys on the page of the service account.',
  REVERT_NOT_OFFERED: 'Changes of this kind cannot be taken back here. Set the values on the page of the object.',
  REVERT_PROVIDER:
    'The audit log has no secrets, so the configuration of an identity provider cannot be restored from it. Change the provider on its own page.',
  'audit.revert': 'Take back',
  'audit.revertTitle': 'Take back: {action}',
  'audit.revertSets': 'This will set:',
  'audit.reverted': 'The change was taken back.',
  'audit.notReverted': 'This change cannot be taken back.',
} as const
