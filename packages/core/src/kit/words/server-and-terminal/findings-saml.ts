/** What can be wrong in a SAML sign-in or sign-out, and what to do about it (sign-in/findings.ts). Fields are named as the form labels them. */
export const findingsSaml = {
  'finding.saml-answer-awaited': 'The provider has not sent the person back to {address} yet.',
  'finding.saml-answer-awaited.todo':
    'If the provider shows an error page, register our entity ID {entityId} and exactly this assertion consumer service address there, or have it read our metadata again. If the person sees another error page, the registered address differs from this one. Otherwise the person has not finished at the provider.',
  'finding.saml-message-missing': 'The identity provider sent no SAML message.',
  'finding.saml-message-missing.todo':
    'At the provider, choose the HTTP-POST binding for the assertion consumer service, with the address that our metadata shows.',
  'finding.saml-message-too-large': 'The message is larger than {bytesMax} bytes.',
  'finding.saml-message-too-large.todo':
    'At the provider, send fewer attributes: above all, only the groups that matter here.',
  'finding.saml-message-unreadable': 'The message cannot be read as SAML ({what}).',
  'finding.saml-message-unreadable.todo':
    'Check that nothing between the provider and this server changes what is posted. If it happens again, give the provider’s support this record.',
  'finding.saml-message-forbidden': 'The message contains something that Portico does not allow in SAML: {what}.',
  'finding.saml-message-forbidden.todo':
    'Configure the provider so that it does not send this. If the provider does not send it, find out what changes messages between the provider and this server.',
  'finding.saml-version': 'The {element} is of version “{found}”; only SAML 2.0 is accepted.',
  'finding.saml-version.todo': 'At the provider, set this application up with SAML 2.0.',
  'finding.saml-assertion-count': 'The response contains {found} assertions; it must contain exactly one.',
  'finding.saml-assertion-count.todo':
    'At the provider, have one assertion sent in each response. If it is already set up like that, the response was tampered with on its way.',
  'finding.saml-authn-statement': 'The assertion does not say that the person was authenticated.',
  'finding.saml-authn-statement.todo': 'At the provider, have an authentication statement sent with the assertion.',
  'finding.saml-status': 'The identity provider refused: {status} {nested} {message}',
  'finding.saml-status.todo':
    'The reason is in the provider’s own log. InvalidNameIDPolicy: choose another “Name ID format”, or switch “Leave out NameIDPolicy” on. NoAuthnContext: switch “Disable requested authentication context” on. RequestDenied: give the person access to this application there. AuthnFailed: the person could not authenticate there; have them sign in again, and check their account and its second factor.',
  'finding.saml-decryption-failed':
    'The {element} could not be decrypted (encrypted with {content}, its key with {transport}).',
  'finding.saml-decryption-failed.todo':
    'Have the provider read our metadata again, so that it encrypts for our current key, with AES-GCM and RSA-OAEP, or turn its encryption off. If it only supports AES-CBC, have it sign the response too and switch “Allow encryption with AES-CBC” on.',
  'finding.saml-not-encrypted': 'The assertion is not encrypted, and “Require encrypted assertions” is on.',
  'finding.saml-not-encrypted.todo':
    'At the provider, have assertions encrypted for the certificate in our metadata, or switch “Require encrypted assertions” off.',
  'finding.saml-signature-missing': 'The message is not signed.',
  'finding.saml-signature-missing.todo':
    'At the provider, have the assertion or the response signed; logout requests have to be signed too.',
  'finding.saml-signature-layout': 'The signature is malformed: {what}.',
  'finding.saml-signature-layout.todo':
    'Have the provider sign as SAML core section 5.4 requires: one reference to the ID of the element, with the enveloped-signature and exclusive canonicalization transforms. If it already does, find out what changes messages between the provider and this server.',
  'finding.saml-signature-algorithm': 'The message is signed with an algorithm that is not accepted: {found}.',
  'finding.saml-signature-algorithm.todo':
    'At the provider, choose RSA-SHA256, or RSA-PSS with SHA-256. On AD FS: Set-AdfsRelyingPartyTrust -SignatureAlgorithm http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'finding.saml-signature-wrong': 'The signature of the {element} is wrong: no configured certificate made it.',
  'finding.saml-signature-wrong.todo':
    'Compare “Signing certificate 1” and “Signing certificate 2” with the certificate the provider signs with now. If it has a new one, run “portico cert refresh --idp PROVIDER”, and switch “Follow the metadata” (followMetadata) on so that Portico takes over the next one by itself. If they are the same, the message was changed on its way.',
  'finding.saml-certificate-other':
    'The {element} is signed with a certificate that is not configured: {subject}, fingerprint {fingerprint}.',
  'finding.saml-certificate-other.todo':
    'Ask the provider whether it has a new certificate with this fingerprint. If so, run “portico cert refresh --idp PROVIDER” or add it as “Signing certificate 2”, and switch “Follow the metadata” (followMetadata) on so that Portico takes over the next one by itself. If not, another party made this message.',
  'finding.saml-certificate-none': 'None of the {configured} configured signing certificates can be used. {faults}',
  'finding.saml-certificate-none.todo':
    'Add the provider’s certificate, with an RSA key of {rsaBitsMin} bits or more, as “Signing certificate 1”.',
  'finding.saml-certificate-expired': 'The provider’s signing certificate expired on {notAfter} ({subject}).',
  'finding.saml-certificate-expired.todo':
    'Run “portico cert refresh --idp PROVIDER” to read the provider’s new certificate, or ask for it and add it as “Signing certificate 2”. With “Follow the metadata” (followMetadata), Portico takes over the next one by itself. Until it comes, the old one can be authorised for 72 more hours, once.',
  'finding.saml-certificate-early': 'The provider’s signing certificate is not valid before {notBefore} ({subject}).',
  'finding.saml-certificate-early.todo':
    'Have the provider sign with a certificate that is valid now, or check the clocks of both sides.',
  'finding.saml-certificate-extended':
    'The provider’s signing certificate expired on {notAfter}; it is accepted until {extendedUntil}, as authorised.',
  'finding.saml-certificate-extended.todo':
    'Ask the provider for its new certificate today: the hours cannot be authorised again.',
  'finding.saml-metadata-failed': 'The provider’s metadata could not be read: {error}',
  'finding.saml-metadata-failed.todo':
    'Open {address} in a browser. Until it answers, the certificates that were read last and those of the configuration are used.',
  'finding.saml-issuer': 'The {element} comes from “{found}”, but this identity provider is “{expected}”.',
  'finding.saml-issuer.todo':
    'Copy the provider’s entity ID into “Entity ID” exactly. On AD FS it begins with http://.',
  'finding.saml-destination': 'The message is meant for “{found}”, not for “{expected}”.',
  'finding.saml-destination.todo':
    'At the provider, set the address of this application to exactly the second one; each identity provider has a separate address.',
  'finding.saml-audience': 'The assertion is meant for “{found}”, but we are “{expected}”.',
  'finding.saml-audience.todo':
    'At the provider, set the entity ID of this application (audience, relying party identifier) to exactly the second one.',
  'finding.saml-confirmation': 'The assertion does not say that its bearer may use it. Confirmation found: “{found}”.',
  'finding.saml-confirmation.todo':
    'At the provider, use the web browser sign-on profile, whose assertions have a bearer confirmation with a recipient and an expiry.',
  'finding.saml-recipient': 'The assertion is addressed to “{found}”, not to “{expected}”.',
  'finding.saml-recipient.todo':
    'At the provider, set the assertion consumer service address (reply URL) to exactly the second one.',
  'finding.saml-in-response-to': 'The {element} answers a different request ({found}), not ours ({expected}).',
  'finding.saml-in-response-to.todo':
    'Start again from the login page. If it happens each time, the provider keeps old requests: give its support this record.',
  'finding.saml-too-early':
    'By our clock the message is not valid yet: {field} is {offBySecs} seconds ahead, and {slackSecs} are allowed. Their time {theirs}, ours {ours}.',
  'finding.saml-too-early.todo':
    'The provider’s clock is ahead of ours. Have both set by NTP; a small difference can be allowed with “Slack seconds” (120 is usual, 300 the most).',
  'finding.saml-too-late':
    'By our clock the message is too old: {field} was {offBySecs} seconds ago, and {slackSecs} are allowed. Their time {theirs}, ours {ours}.',
  'finding.saml-too-late.todo':
    'Either the person waited too long, or the provider’s clock is behind ours. Have both set by NTP; a small difference can be allowed with “Slack seconds” (120 is usual, 300 the most).',
  'finding.saml-session-over':
    'The provider says that its own session ended {offBySecs} seconds ago (SessionNotOnOrAfter {theirs}, our time {ours}).',
  'finding.saml-session-over.todo': 'At the provider, let sessions last longer, or check the clocks of both sides.',
  'finding.saml-conditions-missing':
    'The assertion has no conditions: it does not say who it is for and how long it is valid.',
  'finding.saml-conditions-missing.todo': 'At the provider, have conditions with an audience sent with the assertion.',
  'finding.saml-replay': 'This assertion was used before.',
  'finding.saml-replay.todo':
    'The person can start again from the login page. If the person did not go back or reload, a message was replayed.',
  'finding.saml-subject-transient':
    'The NameID is transient: it differs at each sign-in, so it cannot identify a person.',
  'finding.saml-subject-transient.todo':
    'Choose “persistent” as name ID format at the provider, or name an attribute that stays the same in “Subject attribute”.',
  'finding.saml-groups-link': 'The person is in more groups than the provider puts into an assertion, so it sent none.',
  'finding.saml-groups-link.todo':
    'At the provider, send only the groups assigned to this application. With Entra ID, an identity provider of the type “Microsoft Entra ID” can read all of them.',
  'finding.saml-groups-attribute':
    'The assertion has no groups. “Group” is mapped to {expected}; the assertion has: {found}.',
  'finding.saml-groups-attribute.todo':
    'Map “Group” to one of the names that the assertion has, or have the provider send groups. Without groups people have no roles.',
  'finding.saml-groups-unmapped':
    'No attribute is mapped to “Group”, so the person has no groups. The assertion has: {found}.',
  'finding.saml-groups-unmapped.todo':
    'Map “Group” to the attribute that contains the groups, or have the provider send them. Without groups people have no roles.',
  'finding.unsolicited-loop':
    'The provider answered {attempts} requests within {seconds} seconds as if they had not been sent.',
  'finding.unsolicited-loop.todo':
    'At the provider, have responses answer the request (InResponseTo) and return RelayState; otherwise the sign-in goes in circles.',
} as const
