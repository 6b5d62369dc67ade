/** The Arabic of `server-and-terminal/scim.ts`. */
export const scim = {
  'groupSource.scimChosen':
    'تأتي مجموعات {name} الآن من SCIM. يحصل الأعضاء الذين أرسلهم الدليل فورًا على ما هو مربوط بمجموعاتهم.',
  'groupSource.claimsChosen':
    'تأتي مجموعات {name} الآن من عمليات تسجيل الدخول. يحتفظ الأشخاص بمجموعاتهم الحالية حتى تسجيل الدخول التالي.',
} as const
