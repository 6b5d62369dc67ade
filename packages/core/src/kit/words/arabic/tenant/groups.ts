/** The Arabic of `tenant/groups.ts`. */
export const groups = {
  GROUP_UNKNOWN: 'هذه المجموعة ليست من مجموعات موفّر الهوية الأساسي.',
  CONFIRM_WITHIN: 'تتراوح مهلة تأكيد التغيير بين دقيقة واحدة و24 ساعة.',
  IDP_CONFIRM_NEW: 'لم يكن هذا الموفّر ساريًا من قبل، فلا يوجد تكوين سابق للعودة إليه. اعتمده دون مهلة تأكيد.',
  ADMIN_GROUP_REQUIRED: 'اختر مجموعة واحدة على الأقل لدور Security Admin.',
  LAST_ADMIN_PATH: 'لن يُبقي هذا التغيير أي طريقة مثبتة لإدارة البوابة. {reason}',
  'adminPath.noProvider': 'يتطلب دور Security Admin موفّر هوية أساسيًا مفعّلًا.',
  'adminPath.notSent':
    'لم يسجّل الدخول بعد أي عضو في {groups} أرسله الدليل. أرسل مسؤولًا عبر SCIM، ودعه يسجّل الدخول، ثم حاول مرة أخرى.',
  'adminPath.unproven':
    'بهذا التكوين للموفّر {provider}، لم يجتز أي عضو في {groups} تسجيل دخول فعليًا أو تجريبيًا بعد. أجرِ أولًا تسجيل دخول تجريبيًا بحساب من إحدى هذه المجموعات.',
  PORTAL_ROLE_PRIMARY:
    'تحمل دور Security Admin مجموعات موفّر الهوية الأساسي. لاختيار مجموعة من موفّر آخر، بدّل الموفّر الأساسي.',
  'groups.search': 'البحث في المجموعات',
  'groups.clear': 'مسح البحث',
  'groups.noMatch': 'لا توجد مجموعة تطابق «{text}».',
  'groups.none': 'لا يعرف Portico أي مجموعة لموفّر الهوية هذا. تظهر المجموعات عندما يسجّل شخص الدخول به.',
  'groups.count':
    '{count, plural, zero {لا مجموعات} one {مجموعة واحدة} two {مجموعتان} few {# مجموعات} many {# مجموعة} other {# مجموعة}}',
  'groups.shown': '{shown, number} من {total} مجموعة. ابحث للعثور على البقية.',
  'groups.chosen': 'المختارة',
  'groups.remove': 'إزالة {name}',
  'groups.title': 'المجموعات',
  'groups.lead':
    'المجموعات التي ذكرها موفّرو الهوية في عمليات تسجيل الدخول، أو التي قُرئت من دليل. تُربط بها الأدوار والتطبيقات.',
  'groups.provider': 'موفّر الهوية',
  'groups.notSeen': 'لم ترد بعد',
  'groups.mappedNowhere': 'لا شيء',
  'groups.mappedMore': '{count, number} أخرى',
  'groups.forget': 'إزالة المجموعات غير المرتبطة',
  'groups.forgetAsk':
    'ستُزال من القائمة كل مجموعات {name} غير المرتبطة بشيء، وتبقى الأخرى. وإذا ذكر تسجيل دخول إحداها مجددًا، عادت.',
  'groups.forgotten':
    '{count, plural, =0 {لم تُزل أي مجموعة: كل واحدة منها مرتبطة.} zero {لم تُزل أي مجموعة.} one {أُزيلت مجموعة واحدة.} two {أُزيلت مجموعتان.} few {أُزيلت # مجموعات.} many {أُزيلت # مجموعة.} other {أُزيلت # مجموعة.}}',
  'portalRoles.title': 'أدوار البوابة',
  'portalRoles.lead': 'يدير أعضاء هذه المجموعات هذه البوابة.',
  'portalRoles.none': 'لا تحمل أي مجموعة هذا الدور.',
  'portalRoles.primary': '{name} (الأساسي)',
  'portalRoles.seeGroups': 'كل المجموعات',
  'portalRole.groups': 'المجموعات',
  'portalRole.groupsOf': 'مجموعات {name} التي لها الدور {role}',
  'portalRole.saved': 'حُفظت مجموعات الدور.',
} as const
