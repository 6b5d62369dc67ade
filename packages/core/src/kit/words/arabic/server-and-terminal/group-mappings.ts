/** The Arabic of `server-and-terminal/group-mappings.ts`. */
export const groupMappings = {
  MAPPED_GROUP_UNKNOWN: 'هذه المجموعة ليست من مجموعات موفّر الهوية الذي أُدرجت تحته.',
  PORTAL_ROLE_APART: 'تُربط المجموعات بأدوار البوابة في «الإعدادات العامة»، لا في بيئة.',
  APPLICATION_HAS_ROLES: 'لهذا التطبيق أدوار. اربط المجموعات بأدواره بدلًا من ذلك.',
  GROUP_EXISTS: 'هذه المجموعة موجودة لدى موفّر الهوية بالفعل.',
  GROUP_OBJECT_ID:
    'تُعرّف مجموعات Azure AD بقيمة object ID، لأن آخرين يمكنهم اختيار أسمائها. أدخل object ID، أو ابحث بالاسم في قائمة المجموعات.',
} as const
