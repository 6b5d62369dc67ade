/** The switch of the primary identity provider: choosing it, and the page that asks for its acceptance. */
export const primaryIdp = {
  IDP_SWITCH_PROVIDER: 'Choose an enabled identity provider that is not the primary one.',
  IDP_SWITCH_GROUP: 'Choose a group of this identity provider that Portico has seen in a sign-in or an import.',
  IDP_SWITCH_GRACE: 'The grace window is a whole number of seconds, at most {graceDaysMax} days.',
  IDP_SWITCH_IS_PRIMARY: 'This identity provider is already the primary one.',
  IDP_SWITCH_DISABLED: 'This identity provider is switched off. Switch it on first.',
  IDP_SWITCH_NONE: 'No switch of the identity provider is pending.',
  IDP_SWITCH_OTHER_PROVIDER:
    'A switch of the identity provider can be accepted only by a person who is signed in with the new provider. Sign in with it first.',
  IDP_SWITCH_NOT_MEMBER:
    'You are not a member of the group that was chosen for the Security Admin role. A member of that group has to accept.',
  IDP_SWITCH_STALE:
    'To accept, you need a sign-in at the provider that is less than {freshSignInMinutes} minutes old. Sign in with the new provider again.',

  // The page that asks for the acceptance.
  'idpSwitch.title': 'Make {name} the primary identity provider?',
  'idpSwitch.pageTitle': 'New identity provider',
  'idpSwitch.lead':
    '{chosenBy} chose {groupName}, a group of {idpName}, to administer this portal. You are a member of it. If you accept, the members of this group become its Security Admins at once.',
  'idpSwitch.grace':
    '{seconds, plural, =0 {The administrators of {primaryName} lose the role at the same moment.} other {The administrators of {primaryName} keep the role for {grace} after that.}}',
  'idpSwitch.duration':
    '{unit, select, d {{count, plural, one {# day} other {# days}}} h {{count, plural, one {# hour} other {# hours}}} m {{count, plural, one {# minute} other {# minutes}}} other {{count, plural, one {# second} other {# seconds}}}}',
  'idpSwitch.since': 'Chosen',
  'idpSwitch.stale':
    'Portico cannot confirm that you signed in at your provider within the last {freshSignInMinutes} minutes. Accept first takes you to {idpName} to sign in again.',
  'idpSwitch.accept': 'Accept',
  'idpSwitch.skip': 'Not Now',
  'idpSwitch.refusedTitle': 'You cannot accept a switch of the identity provider',
  'idpSwitch.toPortal': 'Go to the portal',

  // Choosing it.
  'idpSwitch.confirm':
    'Let a member of {groupName} make {idpName} the primary identity provider? {seconds, plural, =0 {The current administrators lose the role at that moment.} other {The current administrators keep the role for {grace} after that.}}',
  'idpSwitch.explained':
    'The role moves to a group of {idpName} by a switch of the primary identity provider. It is pending until a member of the group signs in with {idpName} and accepts it. Nothing changes before that.',
  'idpSwitch.group': 'Group of {idpName} that will administer the portal',
  'idpSwitch.groupRequired': 'You must select a group',
  'idpSwitch.graceLabel': 'Grace window',
  'idpSwitch.graceHint':
    'How long the current administrators keep the role after the switch: 2d, 12h, 30m, or 0. {graceDaysMax} days at most.',
  'idpSwitch.graceShape': 'Enter a time such as 2d, 12h, 30m or 0, at most {graceDaysMax} days.',
  'idpSwitch.rehearse': 'Show what would change',
  'idpSwitch.confirmTitle': 'Switch to {idpName}?',
  'idpSwitch.start': 'Start the switch',
  'idpSwitch.pendingTitle': 'A switch of the primary identity provider is pending.',
  'idpSwitch.pending':
    '{chosenBy} chose {groupName}, a group of {idpName}. A member of it has to sign in with {idpName} and accept.',
  'idpSwitch.reject': 'Reject the switch',
  'idpSwitch.rejectAsk':
    'Members of {groupName} are no longer asked, and {primaryName} stays the primary identity provider.',
  'idpSwitch.graceRuns': 'Groups of {name}, the earlier primary identity provider, keep the role until {until}.',
  'idpSwitch.chosen': 'The switch is pending until a member of the group signs in and accepts it.',
  'idpSwitch.rejected': 'The pending switch was rejected. The primary identity provider stays as it was.',
  'idpSwitch.administrators':
    '{count, plural, =0 {No known person would be a Security Admin.} one {# known person would be a Security Admin:} other {# known people would be Security Admins:}}',
  'idpSwitch.person': '{name} ({username})',
  'idpSwitch.newPerson': '{name} ({username}), new',
  'idpSwitch.testedPerson': '{name} ({username}), known only from the test login',
  'idpSwitch.lost':
    '{count, plural, =0 {No current administrator would lose the role.} one {# current administrator would lose the role:} other {# current administrators would lose the role:}}',
  'idpSwitch.lostRoles':
    '{count, plural, =0 {No role would be lost.} one {# role is mapped only to groups of the current provider:} other {# roles are mapped only to groups of the current provider:}}',
  'idpSwitch.lostRole': '{environment}: {application}, {role}',
  'idpSwitch.lostAccess': '{environment}: {application}',
} as const
