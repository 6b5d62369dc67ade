/**
 * Sentences of administration: what will go wrong with an identity provider, or may. `lint.<code>` says what,
 * `lint.<code>.todo` what to do about it.
 */
export const lint = {
  'lint.no-formats': 'No Formats configured: no username leads to this provider, so no one can sign in with it.',
  'lint.no-formats.todo': 'Add the email domain or the Windows domain of its people under “Username formats”.',
  'lint.no-group-mapped':
    'None of its groups is mapped to a role or an application: people who sign in see no applications.',
  'lint.no-group-mapped.todo': 'Have a person sign in, so that their groups are known, and map them to roles.',
  'lint.disabled': 'The provider is switched off.',
  'lint.disabled.todo': 'Switch it on when it is ready.',
  'lint.address-http':
    'This address does not begin with https://, so data sent there can be read and changed on the way.',
  'lint.address-http.todo': 'Use the https:// address, unless this is a trial on one machine.',
  'lint.same-provider': 'The identity provider “{provider}” of this tenant has the same {what}.',
  'lint.same-provider.todo':
    'One entry with both sets of username formats is enough. Two are right only while one replaces the other.',

  'lint.signature-unchecked':
    'Signatures of ID tokens are not verified: only the provider’s TLS certificate vouches for them.',
  'lint.signature-unchecked.todo': 'Switch the verification on again as soon as the provider’s keys can be read.',
  'lint.secret-none':
    'There is no client secret: anyone who knows the client ID can finish sign-ins that they intercept.',
  'lint.secret-none.todo': 'Register a confidential client at the provider, and enter its secret here.',
  'lint.secret-short': 'The client secret is shorter than {algorithm} needs: {needed} bytes, it has {found}.',
  'lint.secret-short.todo': 'Generate a longer secret at the provider, or choose an RS algorithm.',
  'lint.username-email':
    'The username is taken from the email address, which people or administrators may be able to change.',
  'lint.username-email.todo': 'Use a claim that the directory controls, such as preferred_username or upn.',
  'lint.discovery-unreachable': 'The discovery document of the issuer could not be read: {reason}',
  'lint.discovery-unreachable.todo':
    'Compare the issuer with the provider’s documentation, and let this server reach it through your firewall.',
  'lint.issuer-slash': 'The provider calls itself {found}: the slash at the end differs.',
  'lint.issuer-slash.todo': 'Enter the issuer exactly like that, with or without the slash.',
  'lint.issuer-placeholder':
    'The document names an issuer with a placeholder: {found}. Tokens name the ID of a directory in its place.',
  'lint.issuer-placeholder.todo':
    'Enter the issuer with the ID of your directory in place of the placeholder. For Microsoft, add an identity provider of the type “Microsoft Entra ID” instead.',
  'lint.issuer-other': 'The provider calls itself {found}, which differs from the issuer entered here.',
  'lint.issuer-other.todo': 'Enter the issuer exactly like that; ID tokens of another issuer are refused.',
  'lint.code-flow-missing': 'The provider does not advertise the authorization code flow.',
  'lint.code-flow-missing.todo': 'Enable the authorization code flow (response type “code”) at the provider.',
  'lint.response-mode-unsupported': 'The provider does not advertise the response mode {mode}.',
  'lint.response-mode-unsupported.todo': 'Choose another response mode: it offers {offered}.',
  'lint.scope-unsupported': 'The provider does not advertise the scope {scopes}.',
  'lint.scope-unsupported.todo': 'Remove it from the scope, or add it at the provider.',
  'lint.algorithm-unsupported': 'The provider signs ID tokens with {offered}, and not with {algorithm}.',
  'lint.algorithm-unsupported.todo': 'Choose an algorithm that the provider uses, or change it there.',
  'lint.client-authentication-unsupported': 'The provider does not accept {method}, only {offered}.',
  'lint.client-authentication-unsupported.todo':
    'Choose a method that it accepts under “Token endpoint authentication”, or allow this one for the client at the provider.',
  'lint.claim-unlisted': 'The provider does not list the claim {claim} among those it sends.',
  'lint.claim-unlisted.todo': 'Check what its ID tokens contain; a mapper or another scope may be needed.',
  'lint.end-session-missing': 'Single logout is on, but the provider publishes no sign-out address.',
  'lint.end-session-missing.todo': 'Enter the SLO URL, or disable single logout: people then stay signed in there.',
  'lint.address-other': 'The provider now publishes another address: {found}.',
  'lint.address-other.todo': 'Clear the field to use the published one, or keep it if you know why it differs.',

  'lint.application-secret-over': 'The application secret ended on {day}.',
  'lint.application-secret-over.todo':
    'Create a new one in the Microsoft Entra admin center under Certificates & secrets, and enter it here.',
  'lint.application-secret-ends':
    'The application secret ends in {days, plural, one {# day} other {# days}}, on {day}.',
  'lint.application-secret-ends.todo': 'Create the next one now and enter it as the next application secret.',
  'lint.application-secret-no-days':
    'No end date is entered for the application secret: Portico cannot warn before it expires.',
  'lint.application-secret-no-days.todo': 'Enter the dates that the Microsoft Entra admin center shows.',
  'lint.application-secret-refused': 'The directory did not accept the application ID and secret: {reason}',
  'lint.application-secret-refused.todo': 'Enter the value of the secret, not its ID, and check the application ID.',
  'lint.directory-unknown': 'The directory could not be found: {reason}',
  'lint.directory-unknown.todo': 'Enter a verified domain of the directory, or its tenant ID.',
  'lint.graph-refused': 'Microsoft Graph does not let this application read groups.',
  'lint.graph-refused.todo':
    'Add the application permissions User.Read.All and GroupMember.Read.All and grant admin consent. Without them people in more than 200 groups get no roles.',
  'lint.graph-failed': 'Microsoft Graph could not be reached: {reason}',
  'lint.graph-failed.todo': 'Check again later; let this server reach Microsoft Graph through your firewall.',
  'lint.filter-needs-graph':
    'Group names are read from Microsoft Graph at every sign-in, because groups are chosen by name.',
  'lint.filter-needs-graph.todo': 'Make sure that the application may read groups in Microsoft Graph.',
  'lint.filter-matches-none': 'No group of the directory has a name that begins with “{prefix}”.',
  'lint.filter-matches-none.todo': 'Correct “Group name starts with”; otherwise everyone signs in without groups.',

  'lint.certificate-over': 'This signing certificate expired on {day}.',
  'lint.certificate-over.todo':
    'Install the provider’s new certificate. Until then you can authorise 72 more hours, once.',
  'lint.certificate-extended': 'This signing certificate expired on {day} and is accepted until {until}.',
  'lint.certificate-extended.todo': 'Install the provider’s new certificate before then.',
  'lint.certificate-ends': 'This signing certificate expires in {days, plural, one {# day} other {# days}}, on {day}.',
  'lint.certificate-ends.todo': 'Ask the provider for its next certificate, and enter it in the free slot.',
  'lint.certificate-early': 'This signing certificate is not valid before {day}.',
  'lint.certificate-early.todo': 'Keep the current certificate in the other slot until then.',
  'lint.certificate-weak': 'The key of this certificate is not RSA of {rsaBitsMin} bits or more: sign-ins are refused.',
  'lint.certificate-weak.todo': 'Generate a stronger key at the provider.',
  'lint.certificate-sha1': 'This certificate was itself signed with SHA-1, a sign of old settings at the provider.',
  'lint.certificate-sha1.todo': 'Messages signed with SHA-1 are refused: check that the provider signs with SHA-256.',
  'lint.key-without-days': 'This is a bare key: Portico cannot tell when the provider replaces it.',
  'lint.key-without-days.todo': 'Enter the certificate instead, if the provider has one.',
  'lint.adfs-entity-https': 'The entity ID of AD FS usually begins with http://, but this one begins with https://.',
  'lint.adfs-entity-https.todo': 'Check that it is exactly the entityID in the federation metadata.',
  'lint.adfs-name-id-policy':
    'AD FS refuses requests for a name ID format that none of its rules issues (InvalidNameIDPolicy).',
  'lint.adfs-name-id-policy.todo': 'Switch “Leave out NameIDPolicy” on, or add a rule that issues this format.',
  'lint.authn-context-asked': 'An authentication context is requested, which this kind of provider often refuses.',
  'lint.authn-context-asked.todo': 'Disable the requested authentication context, unless the provider requires it.',
  'lint.authn-context-empty': 'A requested authentication context is switched on but empty: none is sent.',
  'lint.authn-context-empty.todo': 'Enter one, or disable it.',
  'lint.slack-small':
    'Clocks may differ by only {found} seconds. AD FS issues messages whose validity begins immediately.',
  'lint.slack-small.todo': 'Set the slack to 120 seconds.',
  'lint.username-opaque': 'The username is the name ID, and a persistent one is opaque: it matches no username format.',
  'lint.username-opaque.todo': 'Name the attribute that holds the username.',
  'lint.name-id-email':
    'People are identified by their e-mail address: a person whose address changes becomes a new person, and anyone who is given the old address later signs in as the first one.',
  'lint.name-id-email.todo':
    'Choose the name ID format “persistent”, or name an attribute that never changes under “Subject attribute”. Everyone who has already signed in then becomes a new person, once.',
  'lint.group-attribute-missing': 'No attribute is named for groups: people get no roles from this provider.',
  'lint.group-attribute-missing.todo': 'Have the provider send groups, and enter their attribute.',
  'lint.slo-url-missing': 'Single logout is on, but there is no SLO URL: signing out only ends the session here.',
  'lint.slo-url-missing.todo': 'Enter the SLO URL of the provider, or disable single logout.',
  'lint.salesforce-username':
    'A Salesforce username looks like an email address but is not one; sandboxes add a suffix to it.',
  'lint.salesforce-username.todo': 'Send the Federation ID, or a custom attribute, and name it as the username.',
  'lint.provider-may-begin': 'Sign-ins may begin at the provider. Portico then starts them again from here.',
  'lint.provider-may-begin.todo': 'Switch it off if people never start from the provider’s own portal.',
  'lint.cbc-allowed': 'Assertions may be encrypted with AES-CBC, which gives an attacker more to try than AES-GCM.',
  'lint.cbc-allowed.todo': 'Have the provider encrypt with AES-GCM, and switch this off.',
  'lint.adfs-encryption': 'AD FS encrypts only with AES-CBC, which is not accepted here: every sign-in would fail.',
  'lint.adfs-encryption.todo':
    'Switch “Allow encryption with AES-CBC” on and have AD FS sign the response too, or do not require encrypted assertions.',
  'lint.metadata-not-followed':
    'Portico does not follow the metadata: when the provider changes its certificate, sign-ins fail until an administrator adds the new one.',
  'lint.metadata-not-followed.todo':
    'Switch “Follow the metadata” (followMetadata) on, or run “portico cert refresh --idp PROVIDER” after each change.',
  'lint.metadata-unreachable': 'The metadata could not be read: {reason}',
  'lint.metadata-unreachable.todo': 'Correct its address, or remove it if the provider publishes none.',
  'lint.metadata-other-entity': 'The metadata describes {found}, not the entity ID entered here.',
  'lint.metadata-other-entity.todo': 'Read the metadata in again, and check that the entity ID is exactly the same.',
  'lint.metadata-over': 'The metadata was valid until {day}.',
  'lint.metadata-over.todo': 'Ask the provider to publish it again with a later date.',
  'lint.metadata-other-certificates':
    'The metadata shows none of the certificates entered here: sign-ins are about to fail.',
  'lint.metadata-other-certificates.todo':
    'Read the metadata in again, and keep the current certificate until a sign-in has used the new one.',
  'lint.metadata-new-certificate':
    'The metadata shows a signing certificate that is not entered here ({subject}, until {day}).',
  'lint.metadata-new-certificate.todo': 'Enter it in the free slot before the provider begins to use it.',
  'lint.metadata-other-address': 'The metadata names another sign-in address: {found}.',
  'lint.metadata-other-address.todo': 'Read the metadata in again.',
} as const
