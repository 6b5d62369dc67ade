/** The Arabic of `server-and-terminal/scim.ts`. */
export const scim = {
  'groupSource.scimChosen':
    'تأتي مجموعات {name} الآن من SCIM. يحصل الأعضاء الذين أرسلهم الدليل فورًا على كل ما هو مرتبط بمجموعاتهم.',
  'groupSource.claimsChosen':
    'تأتي مجموعات {name} الآن من عمليات تسجيل الدخول. يحتفظ الأشخاص بمجموعاتهم الحالية إلى أن يسجّلوا الدخول مرة أخرى.',
} as const
