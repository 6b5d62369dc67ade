/**
 * Names of the checks of a sign-in, and findings that are independent of the provider's type (sign-in/checks.ts,
 * sign-in/findings.ts). Fields are named as the forms label them.
 */
export const findingsCommon = {
  'check.application': 'Application',
  'check.format': 'Username format',
  'check.provider': 'Identity provider',
  'check.request': 'Request from here',
  'check.browser': 'Same browser',
  'check.answer': 'Answer of the provider',
  'check.discovery': 'Provider’s addresses',
  'check.token-endpoint': 'Exchange of the code',
  'check.id-token-signature': 'Signature of the token',
  'check.id-token-claims': 'Contents of the token',
  'check.userinfo': 'Userinfo',
  'check.message': 'Message',
  'check.status': 'Status',
  'check.decryption': 'Decryption',
  'check.signature': 'Signature',
  'check.certificate': 'Signing certificate',
  'check.issuer': 'Issuer',
  'check.destination': 'Destination',
  'check.audience': 'Audience',
  'check.confirmation': 'Subject confirmation',
  'check.in-response-to': 'Answer to our request',
  'check.time': 'Times',
  'check.replay': 'Used once',
  'check.graph': 'Microsoft Graph',
  'check.subject': 'Subject',
  'check.username': 'Username',
  'check.username-format': 'Username belongs to this provider',
  'check.groups': 'Groups',
  'check.roles': 'Resulting roles',
  'check.user': 'User account',

  'finding.provider-disabled': 'The identity provider is switched off or was deleted.',
  'finding.provider-disabled.todo':
    'Switch it on under “Identity Providers”, or give its username formats to the provider that people should use now.',
  'finding.provider-changed': 'The identity provider was changed while the person was signing in.',
  'finding.provider-changed.todo': 'Nothing is wrong: start again from the login page.',
  'finding.draft-changed': 'The configuration was changed after the test login began.',
  'finding.draft-changed.todo': 'Start the test login again: it tests the configuration as it is saved now.',
  'finding.provider-misconfigured': 'The identity provider cannot be used as it is configured: {error}.',
  'finding.provider-misconfigured.todo':
    'Compare the addresses of the configuration with the provider’s documentation. “Check” on the configuration page names what is wrong.',
  'finding.request-unknown': 'The answer does not match any sign-in in progress.',
  'finding.request-unknown.todo':
    'The person waited longer than ten minutes, reloaded an old page or used a bookmark of the provider’s page. Start again from the login page.',
  'finding.request-used': 'The answer arrived twice, and the first one was used.',
  'finding.request-used.todo':
    'The page was reloaded or went back. If the person is not signed in, start again from the login page.',
  'finding.browser-other': 'The answer arrived in a different browser from the one that started the sign-in.',
  'finding.browser-other.todo':
    'Sign in in one browser window, with cookies allowed for this address. If the person did not start a sign-in, another person sent them a link: do not follow it.',
  'finding.answer-denied': 'The provider says that access was denied ({error}). {description}',
  'finding.answer-denied.todo':
    'The person cancelled, or is not assigned to this application at the provider. Assign the person there.',
  'finding.answer-error': 'The provider answered with an error: {error}. {description}',
  'finding.answer-error.todo':
    'The provider’s own log says more. Most often the redirect URI, “Scope” or “Response mode” is not registered there for this client.',
  'finding.answer-other-way': 'The answer did not arrive in the way that the configuration says.',
  'finding.answer-other-way.todo':
    'Compare “Response mode”, or the binding, with what the provider sends: an address with parameters is “Query”, a posted form is “Form post”.',
  'finding.answer-late':
    'The provider took longer than {seconds, plural, one {# second} other {# seconds}} to answer this server.',
  'finding.answer-late.todo':
    'Check the provider’s state and the network between it and this server, then try again. The last check that passed shows how far it got.',
  'finding.authentication-old':
    'Portico asked the provider for a new sign-in, but the sign-in that the provider reported is {minutes, plural, one {# minute} other {# minutes}} old ({at}).',
  'finding.authentication-old.todo':
    'Configure the provider to honour requests for a new sign-in: “prompt=login” and “max_age” in OpenID Connect, “ForceAuthn” in SAML. Until then a person can sign out at the provider and sign in again.',
  'finding.authentication-unknown':
    'The provider did not report when the person signed in, although Portico asked for it (“auth_time” in OpenID Connect, AuthnInstant in SAML).',
  'finding.authentication-unknown.todo':
    'Check that the provider asks for credentials when Portico requests a new sign-in. If the provider also sends the time, Portico checks it.',
  'finding.authentication-not-requested':
    'As chosen for this test login, the provider was not asked to check the credentials again.',
  'finding.authentication-not-requested.todo':
    'Accepting a switch of the primary provider and creating or drilling recovery codes still require a new check. If the provider asks for the credentials in a loop, have it support “prompt=login” and “max_age” (OpenID Connect) or ForceAuthn (SAML).',
  'finding.unsolicited-off': 'The provider sent the person here without a request from us.',
  'finding.unsolicited-off.todo':
    'Start from the login page. To let people start at the provider, give it the start address of our metadata, or switch “Allow sign-ins that begin at the provider” on.',
  'finding.subject-missing': 'The provider does not say who this is: {expected} is missing or is not usable text.',
  'finding.subject-missing.todo':
    'At the provider, have these claims issued for this client. They identify a person permanently, and no other claim can replace them.',
  'finding.username-missing': 'The provider sent no username: “{expected}” is missing. It sent: {found}.',
  'finding.username-missing.todo':
    'Have the provider send it, or name one of the values that it does send under “Username claim name” or in the username’s attribute mapping. An OpenID provider may need another “Scope”, such as profile or email.',
  'finding.username-dropped': 'The username transforms of this provider drop “{received}”.',
  'finding.username-dropped.todo':
    'If this person should sign in, change “Username transforms”; a preview shows what becomes of each name.',
  'finding.username-taken':
    '“{received}” becomes “{username}” by the username transforms, which is already the username of “{other}”.',
  'finding.username-taken.todo':
    'Change “Username transforms” so that the two stay apart. If they are one person, deactivate the account that is no longer used.',
  'finding.username-foreign': 'The username “{username}” matches no username format of this provider.',
  'finding.username-foreign.todo':
    'If these people belong to this provider, add their domain under “Username formats”. Otherwise the provider vouched for people of another provider, which is not allowed.',
  'finding.username-no-domain':
    'The username “{username}” has no domain, so it matches no username format. Usernames have the form name@domain or DOMAIN\\name.',
  'finding.username-no-domain.todo':
    'Under “Username claim name”, or in the username’s attribute mapping, name one that contains the full username, such as the UPN or the email address. A SAML provider without this mapping sends the username as name ID, which may be only a permanent identifier. If the provider sends short names, add the domain under “Username transforms”: replace /$/@example.com/',
  'finding.username-no-formats': 'The username is “{username}”, but this provider has no username formats.',
  'finding.username-no-formats.todo': 'Add the domains of its people under “Username formats”.',
  'finding.groups-claim-missing':
    'The provider did not send the claim “{expected}”, so the person has no roles that come from groups. It sent: {found}.',
  'finding.groups-claim-missing.todo':
    'If the groups have another name in this list, enter that under “Group claim name”. Otherwise have the provider send them: a mapper there, or another “Scope”, may be needed. If other people have the claim, this person has no groups.',
  'finding.groups-none': 'The provider named no groups, so the person has no roles that come from groups.',
  'finding.groups-none.todo':
    'If the person should have some, have the provider send them, and check “Group claim name”, “Group name starts with” or the groups’ attribute mapping.',
  'finding.groups-unreadable':
    'Portico cannot read {count, plural, one {# group} other {# groups}} that the provider sent: {came}.',
  'finding.groups-unreadable.todo':
    'Have the provider send group names as a string, a list of strings, or an object whose keys are the group names. A name may have at most 500 characters and no control characters. If one string contains several groups, begin “Group transforms” with “split”.',
  'finding.groups-dropped':
    'The group transforms of this provider drop all {count, plural, one {# group} other {# groups}} received: {came}.',
  'finding.groups-dropped.todo':
    'The person has no roles that come from groups. If the person should have some, change “Group transforms”; a preview shows what becomes of each name.',
  'finding.groups-transforms-long':
    'The group transforms need too much work for the {count} groups of this person, so none was used.',
  'finding.groups-transforms-long.todo':
    'Shorten the patterns under “Group transforms”, or have the provider send only the groups that matter to this application.',
  'finding.groups-unmapped':
    'None of the groups received is mapped to a role or an application. Received: {came}. Mapped: {mapped}.',
  'finding.groups-unmapped.todo':
    'Group names must match exactly. Keycloak sends whole paths (“/finance”) until “Full group path” is switched off in its group mapper. Add a transform under “Group transforms”, change the provider, or map the groups as it sends them.',
  'finding.user-deactivated': 'The account of “{username}” was deactivated.',
  'finding.user-deactivated.todo':
    'An administrator deactivated the account in Portico, not at the provider. Reactivate it under “People”, or with “portico person reactivate”.',
  'finding.user-inactive-in-directory': 'The directory has deactivated or deleted the account of “{username}” by SCIM.',
  'finding.user-inactive-in-directory.todo':
    'Reactivate the account in the directory, or assign it to Portico there again; a reactivation in Portico does not help. “portico scim requests” shows when the directory sent it.',
  'finding.application-unknown': 'The application “{found}” is not registered.',
  'finding.application-unknown.todo':
    'Register it with exactly this entity ID or client ID, in the environment where people open it.',
  'finding.application-address':
    '“{application}” requested a response at “{found}”, which is not registered. Registered: {expected}.',
  'finding.application-address.todo':
    'If the address is right, add it to the registration, character by character. Otherwise correct it in the application.',
  'finding.application-request': 'The request of “{application}” was refused with {error}: {reason}',
  'finding.application-request.todo': 'Correct the settings of the application, or its registration here.',
  'finding.application-pkce': 'The request of “{application}” was refused: {reason}',
  'finding.application-pkce.todo':
    'Turn PKCE with S256 on in the application. If it has a secret or key and cannot use PKCE, turn “Require PKCE” off in its registration, or run “portico app sign-in set APP --no-require-pkce”; its requests then need a nonce. A nonce protects people only if the application checks it in the ID token (oauth2-proxy does not by default).',
  'finding.application-client':
    '“{application}” could not be authenticated, or its code or token is not valid: {reason}.',
  'finding.application-client.todo':
    'Compare client ID, secret or key, and client authentication with the registration. A new secret is shown once, when it is created.',
  'finding.application-access': '“{username}” may not open “{application}” in this environment.',
  'finding.application-access.todo':
    'Map a group of the person to a role of the application. “portico explain” shows what is missing.',
  'finding.application-session':
    'The session in this browser does not belong to a person of this company, so “{application}” was not opened.',
  'finding.application-session.todo':
    'Sign out in this browser, then open the application as a person of the company. Setup, recovery and support sessions cannot open applications.',
  'finding.application-name-policy': '“{application}” requested the Name ID format “{found}”. Registered: {expected}.',
  'finding.application-name-policy.todo': 'Set the same format in the application and in its registration.',
  'finding.application-context':
    '“{application}” requires the authentication context {found} ({comparison}). The person’s identity provider reported: {stated}.',
  'finding.application-context.todo':
    'Remove the requirement in the application, or turn on “Ignore requested authentication contexts” in its registration.',
  'finding.application-email':
    '“{application}” identifies people by their email address, and “{username}” has no email address in a domain of their identity provider.',
  'finding.application-email.todo':
    'Choose the Name ID format “persistent”, or declare the domain at the identity provider.',
  'finding.application-not-fresh':
    '“{application}” requested a new sign-in, and the identity provider reported an older one.',
  'finding.application-not-fresh.todo':
    'Make the identity provider honour prompt=login and max_age (OpenID Connect) or ForceAuthn (SAML).',

  // A SAML message of an application: the same findings, but about the application instead of a provider.
  'application-message': '“{application}”: {message}',
  'application-finding.saml-message-missing': 'The application sent no SAML message.',
  'application-finding.saml-certificate-expired':
    'The signing certificate of the application expired on {notAfter} ({subject}).',
  'application-finding.saml-certificate-early':
    'The signing certificate of the application is not valid before {notBefore} ({subject}).',
  'application-todo.other': 'Correct the SAML settings of the application, or its registration here.',
  'application-todo.saml-signature-algorithm':
    'In the application, sign with RSA-SHA256 and SHA-256 digests. In pysaml2, set signing_algorithm and digest_algorithm in service.sp.',
  'application-todo.saml-signature-missing':
    'Have the application sign its requests. Logout requests are always signed; for other requests, “Reject requests that are not signed” can be switched off in the registration.',
  'application-todo.saml-signature-wrong':
    'Compare the certificate with which the application signs with “Signing certificates of the application” in its registration, and register a new one there, or with “portico app sign-in set APP --certificates @FILE”. If they are the same, the request was changed on its way.',
  'application-todo.saml-certificate-other':
    'If the application has a new certificate with this fingerprint, register it: read the metadata of the application again. If not, another party made this message.',
  'application-todo.saml-certificate-none':
    'Register the certificate that the application signs with, with an RSA key of {rsaBitsMin} bits or more: read its metadata again.',
  'application-todo.saml-certificate-expired':
    'Register the new certificate of the application: “portico app sign-in set APP --certificates @FILE”.',
  'application-todo.saml-certificate-early':
    'Have the application sign with a certificate that is valid now, or check the clocks of both sides.',
  'application-todo.saml-destination':
    'In the application, set the single sign-on address of Portico to exactly the second one, as in the metadata.',
  'application-todo.saml-too-early': 'The application’s clock is ahead of ours. Have both set by NTP.',
  'application-todo.saml-too-late':
    'Either the person waited too long, or the application’s clock is behind ours. Have both set by NTP.',
} as const
