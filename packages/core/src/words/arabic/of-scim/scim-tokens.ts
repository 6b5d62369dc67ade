/** The Arabic of `of-scim/scim-tokens.ts`. */
export const scimTokens = {
  SCIM_TOKEN_DAYS: 'يسري الرمز المميّز لـ SCIM من يوم واحد إلى 3650 يومًا.',
  SCIM_TOKEN_LIMIT:
    'لدى موفّر الهوية {max, plural, one {رمز SCIM مميّز نشط واحد (#)} two {رمزا SCIM مميّزان نشطان (#)} few {# رموز SCIM مميّزة نشطة} many {# رمز SCIM مميّزًا نشطًا} other {# رمز SCIM مميّز نشط}}، وهو العدد الأقصى. عطّل رمزًا منها أو احذفه أولًا.',
  SCIM_TOKEN_EXPIRED: 'انتهت صلاحية الرمز المميّز لـ SCIM ولا يمكن تفعيله. أنشئ رمزًا جديدًا.',
  'scimTokens.once': 'انسخ الرمز المميّز الآن، فلن يُعرض مرة أخرى. يرسله الدليل رمزًا من نوع bearer.',
  'scimTokens.written': 'كُتب الرمز المميّز في {file}، ولن يُعرض مرة أخرى.',
  'scimTokens.enabled': 'فُعِّل رمز SCIM المميّز {beginning}.',
  'scimTokens.disabled': 'عُطِّل رمز SCIM المميّز {beginning}.',
  'scimTokens.deleted': 'حُذف رمز SCIM المميّز {beginning}.',
} as const
