/** The Arabic of `tenant/primary-idp.ts`. */
export const primaryIdp = {
  IDP_SWITCH_PROVIDER: 'اختر موفّر هوية مفعّلًا غير الموفّر الأساسي.',
  IDP_SWITCH_GROUP: 'اختر مجموعة من موفّر الهوية هذا وردت إلى Portico في تسجيل دخول أو استيراد.',
  IDP_SWITCH_GRACE: 'مهلة السماح عدد صحيح من الثواني، بحد أقصى {graceDaysMax} يومًا.',
  IDP_SWITCH_IS_PRIMARY: 'موفّر الهوية هذا هو الأساسي بالفعل.',
  IDP_SWITCH_DISABLED: 'موفّر الهوية هذا معطّل. فعّله أولًا.',
  IDP_SWITCH_NONE: 'لا يوجد تبديل معلّق لموفّر الهوية.',
  IDP_SWITCH_OTHER_PROVIDER: 'لا يقبل تبديل موفّر الهوية إلا شخص سجّل الدخول بالموفّر الجديد. سجّل الدخول به أولًا.',
  IDP_SWITCH_NOT_MEMBER: 'لست عضوًا في المجموعة المختارة لدور Security Admin. يجب أن يقبل عضو في تلك المجموعة.',
  IDP_SWITCH_STALE:
    'للقبول، يلزم تسجيل دخول لدى الموفّر مضى عليه أقل من {freshSignInMinutes} دقائق. سجّل الدخول بالموفّر الجديد مرة أخرى.',
  'idpSwitch.title': 'هل تريد جعل {name} موفّر الهوية الأساسي؟',
  'idpSwitch.pageTitle': 'موفّر هوية جديد',
  'idpSwitch.lead':
    'وقع اختيار {chosenBy} على {groupName}، وهي مجموعة من {idpName}، لإدارة هذه البوابة. أنت عضو فيها. إذا قبلت، يحصل أعضاء هذه المجموعة فورًا على دور Security Admin فيها.',
  'idpSwitch.grace':
    '{seconds, plural, =0 {يفقد مسؤولو {primaryName} الدور في اللحظة نفسها.} other {يحتفظ مسؤولو {primaryName} بالدور مدة {grace} بعد ذلك.}}',
  'idpSwitch.duration':
    '{unit, select, d {{count, plural, zero {# يوم} one {يوم واحد} two {يومين} few {# أيام} many {# يومًا} other {# يوم}}} h {{count, plural, zero {# ساعة} one {ساعة واحدة} two {ساعتين} few {# ساعات} many {# ساعة} other {# ساعة}}} m {{count, plural, zero {# دقيقة} one {دقيقة واحدة} two {دقيقتين} few {# دقائق} many {# دقيقة} other {# دقيقة}}} other {{count, plural, zero {# ثانية} one {ثانية واحدة} two {ثانيتين} few {# ثوانٍ} many {# ثانية} other {# ثانية}}}}',
  'idpSwitch.since': 'وقت الاختيار',
  'idpSwitch.stale':
    'لا يمكن لـ Portico تأكيد أنك سجّلت الدخول لدى موفّر الهوية خلال آخر {freshSignInMinutes} دقائق. ينقلك «قبول» أولًا إلى {idpName} لتسجيل الدخول مرة أخرى.',
  'idpSwitch.accept': 'قبول',
  'idpSwitch.skip': 'ليس الآن',
  'idpSwitch.refusedTitle': 'لا يمكنك قبول تبديل موفّر الهوية',
  'idpSwitch.toPortal': 'الانتقال إلى البوابة',
  'idpSwitch.confirm':
    'هل تسمح لأحد أعضاء {groupName} بجعل {idpName} موفّر الهوية الأساسي؟ {seconds, plural, =0 {يفقد المسؤولون الحاليون الدور في تلك اللحظة.} other {يحتفظ المسؤولون الحاليون بالدور مدة {grace} بعد ذلك.}}',
  'idpSwitch.explained':
    'ينتقل الدور إلى مجموعة من {idpName} بتبديل موفّر الهوية الأساسي. يبقى التبديل معلّقًا إلى أن يسجّل أحد أعضاء المجموعة الدخول بـ {idpName} ويقبله. لا يتغيّر شيء قبل ذلك.',
  'idpSwitch.group': 'المجموعة من {idpName} التي ستدير البوابة',
  'idpSwitch.groupRequired': 'يجب اختيار مجموعة',
  'idpSwitch.graceLabel': 'مهلة السماح',
  'idpSwitch.graceHint':
    'المدة التي يحتفظ فيها المسؤولون الحاليون بالدور بعد التبديل: 2d أو 12h أو 30m أو 0. بحد أقصى {graceDaysMax} يومًا.',
  'idpSwitch.graceShape': 'أدخل مدة مثل 2d أو 12h أو 30m أو 0، بحد أقصى {graceDaysMax} يومًا.',
  'idpSwitch.rehearse': 'عرض ما سيتغيّر',
  'idpSwitch.confirmTitle': 'هل تريد التبديل إلى {idpName}؟',
  'idpSwitch.start': 'بدء التبديل',
  'idpSwitch.pendingTitle': 'هناك تبديل معلّق لموفّر الهوية الأساسي.',
  'idpSwitch.pending':
    'وقع اختيار {chosenBy} على {groupName}، وهي مجموعة من {idpName}. يجب أن يسجّل أحد أعضائها الدخول بـ {idpName} ويقبل.',
  'idpSwitch.reject': 'رفض التبديل',
  'idpSwitch.rejectAsk': 'لن يُسأل أعضاء {groupName} بعد الآن، ويبقى {primaryName} موفّر الهوية الأساسي.',
  'idpSwitch.graceRuns': 'تحتفظ مجموعات {name}، موفّر الهوية الأساسي السابق، بالدور حتى {until}.',
  'idpSwitch.chosen': 'التبديل معلّق إلى أن يسجّل أحد أعضاء المجموعة الدخول ويقبله.',
  'idpSwitch.rejected': 'رُفض التبديل المعلّق. يبقى موفّر الهوية الأساسي كما كان.',
  'idpSwitch.administrators':
    '{count, plural, =0 {لن يكون لأي شخص معروف دور Security Admin.} zero {لن يكون لأي شخص معروف دور Security Admin:} one {سيكون لشخص معروف واحد دور Security Admin:} two {سيكون لشخصين معروفين دور Security Admin:} few {سيكون لـ # أشخاص معروفين دور Security Admin:} many {سيكون لـ # شخصًا معروفًا دور Security Admin:} other {سيكون لـ # شخص معروف دور Security Admin:}}',
  'idpSwitch.person': '{name} ({username})',
  'idpSwitch.newPerson': '{name} ({username})، جديد',
  'idpSwitch.lost':
    '{count, plural, =0 {لن يفقد أي مسؤول حالي الدور.} zero {لن يفقد أي مسؤول حالي الدور:} one {سيفقد مسؤول حالي واحد الدور:} two {سيفقد مسؤولان حاليان الدور:} few {سيفقد # مسؤولين حاليين الدور:} many {سيفقد # مسؤولًا حاليًا الدور:} other {سيفقد # مسؤول حالي الدور:}}',
  'idpSwitch.lostRoles':
    '{count, plural, =0 {لن يُفقد أي دور.} zero {لن يُفقد أي دور:} one {دور واحد مرتبط بمجموعات الموفّر الحالي فقط:} two {دوران مرتبطان بمجموعات الموفّر الحالي فقط:} few {# أدوار مرتبطة بمجموعات الموفّر الحالي فقط:} many {# دورًا مرتبطًا بمجموعات الموفّر الحالي فقط:} other {# دور مرتبط بمجموعات الموفّر الحالي فقط:}}',
  'idpSwitch.lostRole': '{environment}: {application}، {role}',
  'idpSwitch.lostAccess': '{environment}: {application}',
} as const
