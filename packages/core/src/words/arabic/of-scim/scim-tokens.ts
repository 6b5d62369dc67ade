/** The Arabic of `of-scim/scim-tokens.ts`. */
export const scimTokens = {
  SCIM_TOKEN_DAYS: 'يمكن أن تمتد صلاحية رمز SCIM المميّز من يوم واحد إلى 3650 يومًا.',
  SCIM_TOKEN_LIMIT:
    'بلغ موفّر الهوية الحد الأقصى لرموز SCIM المميّزة النشطة، وهو {max, plural, zero {#} one {رمز واحد} two {رمزان} few {# رموز} many {# رمزًا} other {# رمز}}. عطّل أحدها أو احذفه أولًا.',
  SCIM_TOKEN_EXPIRED: 'انتهت صلاحية رمز SCIM المميّز ولا يمكن تفعيله. أنشئ رمزًا جديدًا.',
  'scimTokens.once': 'انسخ الرمز المميّز الآن، فلن يُعرض مرة أخرى. يرسله الدليل رمزًا من نوع bearer.',
  'scimTokens.written': 'كُتب الرمز المميّز في {file}، ولن يُعرض مرة أخرى.',
  'scimTokens.enabled': 'فُعِّل رمز SCIM المميّز {beginning}.',
  'scimTokens.disabled': 'عُطِّل رمز SCIM المميّز {beginning}.',
  'scimTokens.deleted': 'حُذف رمز SCIM المميّز {beginning}.',
} as const
