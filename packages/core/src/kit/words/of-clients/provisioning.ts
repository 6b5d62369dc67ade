/** Sentences about people and groups that are sent to an application. */
export const provisioning = {
  PROVISIONING_OF_PORTAL:
    'The portal itself cannot be provisioned: it already has these people. Choose another application.',
  PROVISIONING_TOKEN_REQUIRED: 'Enter the bearer token that the application accepts for SCIM requests.',
  PROVISIONING_TOKEN_SHAPE: 'Enter a token that contains only letters, digits and - . _ ~ + / =, without spaces.',
  PROVISIONING_URL_SHAPE:
    'Enter an address that begins with https://, without a user name, a query (?) or a fragment (#).',
  'provisioning.saved': 'The provisioning settings were saved.',
  'provisioning.removed': 'People and groups are no longer sent to the application. Those that are already there stay.',
  'provisioning.retried': 'Everything that is behind is being retried now.',
  'provisioning.resent': 'Everything is compared and sent again.',
  'provisioning.tested': 'The application answered and accepted the token.',
  'provisioning.testFailed': 'The connection does not work: {why}',
  'provisioning.testToken':
    'The application rejected the token with status {status}. Check that it is complete, has not expired and may be used for SCIM.',
  'provisioning.test.address':
    'There is no SCIM service at this address: it answered with status {status}. The base URL is what precedes /Users.',
  'provisioning.test.answer':
    'Something answers at this address, but it is not a SCIM service. The base URL is what precedes /Users.',
  'provisioning.testSays': 'The answer was: {detail}',
  'provisioning.testFirst': 'Enter the base URL and the token first.',
  'provisioning.title': 'Provisioning',
  'provisioning.lead':
    'Portico sends the people who can open this application in this environment to its SCIM service before they sign in, and keeps them up to date.',
  'provisioning.url': 'Base URL of the SCIM service',
  'provisioning.hint.url':
    'The address to which /Users is appended. A different address counts as a new directory: it needs its own token, and everything is sent to it again.',
  'provisioning.bearerToken': 'Bearer token',
  'provisioning.hint.bearerToken':
    'The token that the application issued for SCIM. It is stored encrypted and never shown.',
  'provisioning.tokenStored': 'Stored',
  'provisioning.tokenKept': 'A token is stored. Leave this empty to keep it.',
  'provisioning.sendGroups': 'Send groups too',
  'provisioning.hint.sendGroups':
    'The groups that open the application, with their members. If you turn this off, groups that were already sent are deleted in the application.',
  'provisioning.anyEmail': 'Send email addresses of any domain',
  'provisioning.hint.anyEmail':
    'Only for an application that does not identify people by their email address: an address outside the domains of the identity provider can belong to someone else.',
  'provisioning.removal': 'People who lose access',
  'provisioning.removal.deactivate': 'Deactivate them in the application',
  'provisioning.removal.delete': 'Delete them in the application',
  'provisioning.enabled': 'Send changes',
  'provisioning.hint.enabled': 'While this is off, nothing is sent.',
  'provisioning.yes': 'Yes',
  'provisioning.no': 'No',
  'provisioning.progress': 'Progress',
  'provisioning.state.on': 'On',
  'provisioning.state.retrying': 'Waiting after a failure',
  'provisioning.state.off': 'Off',
  'provisioning.state.refused':
    '{kind, select, group {Groups do not arrive: the application refuses them. If it does not support groups, switch “Send groups too” off.} other {People do not arrive: the application refuses them. Check the base URL, and what the token allows in the application.}}',
  'provisioning.failing': 'Failing',
  'provisioning.state.unauthorized':
    'Paused: the application rejected the token. Enter a new one and switch “Send changes” on.',
  'provisioning.state.removals':
    'Paused: {count, plural, one {# person} other {# people}} would be removed from the application. If that is correct, switch “Send changes” on. If not, correct the groups, mappings or identity providers first.',
  'provisioning.stateNow': 'State: {state}',
  'provisioning.state.restored':
    'Paused: this database was restored from a backup. If this copy of Portico may send to the application, switch “Send changes” on: everything is then compared and sent again.',
  'provisioning.notYet': 'Not yet',
  'provisioning.failure.status': 'The application answered with status {status}',
  'provisioning.failure.redirect': 'The application answered with a redirect, which is not followed',
  'provisioning.failure.timeout': 'The application did not answer in time',
  'provisioning.failure.forbidden': 'This server does not call the address: only public https addresses are allowed',
  'provisioning.failure.unreachable': 'The application could not be reached',
  'provisioning.failure.tls': 'The secure connection failed. The certificate may be expired or untrusted',
  'provisioning.failure.address': 'There is no SCIM service at this address',
  'provisioning.failure.answer': 'The answer was not a valid SCIM response',
  'provisioning.failure.taken': 'Another person or group in the application already has this name',
  'provisioning.failure.members': 'Some members of the group are not in the application yet',
  'provisioning.failure.other':
    'The application did not accept it, for a reason that this version does not know: {kind}',
  'provisioning.kind.person': 'Person',
  'provisioning.kind.group': 'Group',
  'provisioning.change.create': 'Create',
  'provisioning.change.update': 'Update',
  'provisioning.change.remove': 'Remove',
  'provisioning.behind': 'Behind',
  'provisioning.behindLead': 'People and groups that are not up to date in the application yet.',
  'provisioning.behindNone': 'The application is up to date.',
  'provisioning.behindCount':
    '{count, plural, one {# person or group is shown.} other {# people and groups are shown.}}',
  'provisioning.takeovers': 'Existing accounts',
  'provisioning.takeoversLead':
    'The application already has accounts, or groups, with these names. Portico takes one over only after you approve it: the person then gets everything that is in the account.',
  'provisioning.takeoversNone': 'No existing account has the name of a person or group that is to be sent.',
  'provisioning.takeoversSearch': 'Search existing accounts',
  'provisioning.takeoversClear': 'Clear the search',
  'provisioning.takeoversCount':
    '{count, plural, one {# existing account is shown.} other {# existing accounts are shown.}}',
  'provisioning.takeover.approval': 'Waits for approval',
  'provisioning.takeover.approved': 'Approved',
  'provisioning.takeover.identifier': 'Not possible: it belongs to another system',
  'provisioning.takeover.ours': 'Not possible: Portico uses it for another person or group',
  'provisioning.takeover.several': 'Not possible: several accounts have the name',
  'provisioning.takeover.hidden': 'Not possible: the application does not list it',
  'provisioning.markAll': 'Mark all',
  'provisioning.approve': 'Approve',
  'provisioning.approveAsk':
    '{count, plural, one {# person or group will take over an existing account} other {# people and groups will take over existing accounts}} of {application} in {environment}. Identity providers: {providers}. Each person gets everything that is in the account, and this cannot be undone. Approve?',
  'provisioning.approveAskOne':
    '{kind, select, group {The group} other {The person}} {name} of {provider} will take over an existing {kind, select, group {group} other {account}} of {application} in {environment}: {account}. {since, select, created {It has existed there since {date}.} other {Portico found it there on {date}.}} {kind, select, group {This} other {The person gets everything that is in the account, and this}} cannot be undone. Approve?',
  'provisioning.approved': '{count, plural, one {# takeover was approved.} other {# takeovers were approved.}}',
  'provisioning.approveChanged':
    '{count, plural, one {# account has changed since it was listed, and was not approved.} other {# accounts have changed since they were listed, and were not approved.}} Check the list again.',
  'provisioning.approveNone': 'None of these can be approved.',
  'provisioning.test': 'Test the connection',
  'provisioning.retry': 'Try again now',
  'provisioning.retryOff': 'Nothing is being sent: switch “Send changes” on first.',
  'provisioning.resend': 'Send everything again',
  'provisioning.resendAsk':
    'Send everything to {application} in {environment} again? Use it when the application may differ from what Portico sent. If an account there has the same name, and an identifier that Portico gave and no longer knows, you can then approve it under “Existing accounts”.',
  'provisioning.stop': 'Stop sending',
  'provisioning.stopAsk':
    'Stop sending people to {application} in {environment}? Portico deletes the token. People and groups in the application stay as they are.',
} as const
