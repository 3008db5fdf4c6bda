/*
 * How people ask the memory for something, as parts of regular expressions (flags "iu") over one line of text with plain
 * apostrophes. Speech to text leaves accents out now and then, so they are optional.
 */

export interface AskedWords {
  /** Before what is to be kept; the words that end a clause ("that") are a part of it. */
  remember: string[];
  /** Before what is to be kept without "that": only a statement may follow, see `statement`. */
  rememberBare: string[];
  /** Before a secret that is to be kept, in whatever words. */
  rememberSecret: string;
  /** How a statement begins that follows without "that". */
  statement: string;
  /** Before what is to be forgotten. */
  forget: string[];
  /** Forgets the last thing that was said; whole sentences. */
  forgetLast: string[];
  /** "everything", with or without "you know about me", before a time or at the end. */
  everything: string[];
  /** Asks what is known of the person; whole sentences. */
  known: string[];
  /** Wants back what was just forgotten or replaced; whole sentences. */
  takeBack: string[];
  /** Wants what was just forgotten to be beyond that; whole sentences. */
  forGood: string[];
  /** The person, as somebody to know or forget everything about. */
  me: string;
  /** May stand before all of it. */
  please: string;
  /** May stand before the words that are kept or forgotten. */
  filler: string;
}

export const ASKED_WORDS: Record<'en' | 'de' | 'fr' | 'es' | 'it', AskedWords> = {
  en: {
    remember: [
      "(?:(?:can|could|would|will) you )?(?:please )?(?:always )?(?:remember|keep in mind|bear in mind|make a note|note|never forget|do not forget|don't forget)(?: for me)? that(?! (?:time|day|night|evening|weekend|summer|winter|one|song|film|movie|book|restaurant|place)\\b)",
      "i(?: want|'d like| would like) you to (?:remember|keep in mind|note) that",
      '(?:please )?(?:save|commit|add|write) (?:it |this )?(?:in|to) (?:your )?memory that',
      '(?:please )?(?:remember|keep in mind|note)(?: this| that| the following| for me)?:',
    ],
    rememberBare: ["(?:please )?(?:remember|keep in mind|don't forget|note)"],
    rememberSecret: "(?:please )?(?:remember|keep in mind|don't forget|note(?: down)?|write down|save|store)",
    statement:
      "(?:i|we|he|she|they|my|our|his|her|their)\\b.*?(?:'m|'s|'re|\\b(?:am|is|are|was|were|have|has|like|likes|love|loves|hate|hates|prefer|prefers|live|lives|work|works|can't|don't|cannot))\\b",
    forget: [
      '(?:please )?forget (?:about |the fact )?that',
      '(?:please )?forget (?:everything|all|what|anything)(?: (?:that )?you (?:know|remember|have stored))? (?:about|of)',
      '(?:please )?forget (?:about )?(?=(?:my|our|his|her|their) )',
      '(?:please )?(?:erase|delete) (?:everything|all|what|anything) (?:that )?you (?:know|remember|have stored) (?:about|of)',
    ],
    forgetLast: [
      'forget that(?: again)?',
      "forget (?:what|everything|all) (?:i|we)(?:'ve| have)? (?:just )?(?:said|told you)(?: just now)?",
      'forget (?:the last thing|that last thing)(?: (?:i|we) (?:just )?(?:said|told you))?',
      "don't remember (?:that|this)",
    ],
    everything: [
      '(?:forget|erase|delete|clear|wipe) (?:all (?:of )?)?(?:my|our|your) (?:whole |entire )?memor(?:y|ies)',
      "(?:forget|erase|delete) (?:everything|all|anything|what)(?: of it)?(?: (?:that )?(?:(?:i|we)(?:'ve| have)? (?:said|told you)|you (?:know|remember|have (?:heard|stored))))?(?: (?:about|of) (?:me|us))?",
    ],
    known: [
      '(?:can you |could you )?(?:tell me )?(?:what|everything)(?: (?:all|exactly|else))? (?:do )?you (?:know|remember|have stored|have saved)(?: now| so far)? (?:about|of) (?:me|us)',
      'what have you (?:stored|saved|remembered|noted)(?: down)? about (?:me|us)',
      'what (?:facts )?do you have (?:stored |saved )?(?:on|about) (?:me|us)',
    ],
    takeBack: [
      "(?:please )?(?:take (?:that|it|this) back|take back (?:that|what i (?:just )?said)|bring (?:that|it) back|remember (?:that|it) again|(?:do not|don't) forget (?:it|that) after all)(?: again)?(?: please)?",
    ],
    forGood: [
      '(?:please )?(?:erase|delete|forget|remove) (?:it|that|this) (?:for good|for ever|forever|permanently|completely|at once)(?: please)?',
    ],
    me: '(?:me|us|myself)',
    please: '(?:(?:please|okay|ok|and|now|so|hey)[, ]+)*',
    filler: '',
  },
  de: {
    remember: [
      '(?:(?:kannst|könntest|koenntest|würdest) du (?:dir )?(?:bitte )?merken|(?:merk|merke|notier|notiere) dir(?: bitte| mal| gut| das)*|merken sie sich(?: bitte)?|behalt(?:e)?(?: bitte)?(?: im kopf| in erinnerung| im gedächtnis)?|vergiss (?:bitte )?(?:nicht|nie|niemals)|denk(?:e)? (?:bitte )?da?ran|speicher(?:e)?(?: dir)?(?: bitte)?(?: ab)?)(?: bitte)?,? da(?:ss|ß)',
      'ich (?:möchte|will|hätte gern),? da(?:ss|ß) du dir merkst,? da(?:ss|ß)',
      '(?:merk|merke|notier|notiere) dir(?: bitte| mal| das| folgendes)*:',
    ],
    rememberBare: ['(?:merk|merke|notier|notiere) dir(?: bitte| mal)*,?'],
    rememberSecret: '(?:(?:merk|merke|notier|notiere|speicher|speichere) (?:dir )?(?:bitte |mal )?)',
    statement:
      '(?:ich|wir|er|sie|mein\\p{L}*|unser\\p{L}*|ihr\\p{L}*|sein\\p{L}*|der|die|das)\\b.*?\\b(?:bin|ist|sind|war|waren|habe|hab|hat|haben|mag|mögen|heißt|heiße|liebe|liebt|hasse|wohne|wohnt|arbeite|arbeitet|esse|trinke|vertrage|kann|können)\\b',
    forget: [
      '(?:bitte )?vergiss(?: bitte)?(?: wieder)?,? da(?:ss|ß)',
      '(?:bitte )?vergiss (?:bitte )?(?:alles )?(?:(?:, )?was du )?(?:über|ueber|von)',
      '(?:bitte )?vergiss (?:bitte )?(?:alles,? )?was du (?:über|von)',
      '(?:bitte )?(?:lösche|lösch)(?: bitte)? alles,? was du (?:über|von)',
      '(?:bitte )?vergiss (?:bitte )?(?=(?:mein|unser|sein|ihr)\\p{L}* )',
    ],
    forgetLast: [
      'vergiss das(?: bitte)? (?:wieder|sofort|gleich wieder)',
      '(?:vergiss|lösche)(?: alles)?,? was (?:ich|wir)(?: dir)? (?:gerade|eben|zuletzt|grad)(?: eben)?(?: zu dir)? (?:gesagt|erzählt)(?: habe| haben| hab)?',
      'vergiss das letzte',
      'merk dir das (?:bitte )?nicht',
    ],
    everything: [
      '(?:vergiss|lösche|lösch)(?: bitte)? alles(?:,? was (?:ich|wir|du)(?: dir)?(?: (?:über|von) (?:mich|uns|mir))?(?: (?:gesagt|erzählt|gehört|gespeichert|weißt|weisst))?(?: habe| haben| hast)?)?(?: (?:über|von) (?:mich|mir|uns))?',
      '(?:lösche|lösch|leere?)(?: bitte)? (?:alle (?:meine |deine |unsere )?erinnerungen|(?:dein(?:en)?|den|das) (?:ganze[ns]? |gesamte[ns]? )?(?:gedächtnis|speicher))',
    ],
    known: [
      '(?:was|sag mir,? was|erzähl mir,? was)(?: alles| genau)? (?:weißt|weisst) du(?: alles| denn| eigentlich| so)*(?: noch)? (?:über|von) (?:mich|mir|uns)',
      '(?:sag|erzähl)(?:e)? mir,? was du(?: alles)? (?:über|von) (?:mich|mir|uns) (?:weißt|weisst|gespeichert hast)',
      'was hast du (?:dir )?(?:alles )?(?:(?:über|von) (?:mich|mir|uns) )?(?:gemerkt|gespeichert|notiert)',
    ],
    takeBack: [
      '(?:nimm (?:das|es)(?: bitte)?(?: wieder)? zurück|hol(?:e)? (?:das|es)(?: bitte)? (?:wieder )?zurück|(?:merk|merke) dir (?:das|es)(?: bitte)? (?:doch )?wieder|vergiss (?:das|es)(?: bitte)? doch nicht)',
    ],
    forGood: ['(?:lösche?|vergiss|entferne?) (?:das|es)(?: bitte)? (?:endgültig|für immer|dauerhaft|sofort|ganz)'],
    me: '(?:mich|mir|uns)',
    please: '(?:(?:bitte|okay|ok|und|so|jetzt)[, ]+)*',
    filler: '',
  },
  fr: {
    remember: [
      "(?:(?:peux-tu|peux tu|pourrais-tu|tu peux|tu pourrais) (?:s'il te plaît )?(?:te souvenir|retenir|noter|te rappeler)|souviens[- ]toi|souvenez[- ]vous|rappelle[- ]toi|rappelez[- ]vous|retiens|retenez|note(?: bien)?|n'oublie (?:pas|jamais)|n'oubliez pas|garde (?:en tête|en mémoire|à l'esprit))(?: bien)?(?: s'il te plaît)? (?:que |qu')",
      "(?:je veux|je voudrais|j'aimerais) que tu (?:te souviennes|te rappelles|retiennes|notes) (?:que |qu')",
      "(?:mémorise|mémorisez|enregistre|enregistrez)(?: bien)? (?:que |qu')",
      '(?:retiens|note|souviens[- ]toi)(?: bien)?(?: ceci| ça| cela)? ?:',
    ],
    rememberBare: [],
    rememberSecret: "(?:retiens|retenez|note(?:z)?|mémorise|enregistre|souviens[- ]toi d[eu]|n'oublie pas)",
    statement: '(?!)',
    forget: [
      "oublie(?:z)? (?:que |qu')",
      "(?:oublie|efface|supprime)(?:z)? tout (?:ce que (?:tu sais|tu te rappelles|vous savez) )?(?:sur|de|d'|concernant|à propos de)(?! hier| depuis| la journée| cette| ces)",
      'oublie(?:z)? (?:ce que tu sais (?:sur|de) )?(?=(?:mon|ma|mes|notre|nos|son|sa|ses) )',
    ],
    forgetLast: [
      'oublie (?:ce|tout ce) que (?:je viens|nous venons|on vient) de (?:te )?dire',
      "oublie ce que (?:j'ai|je t'ai) dit",
      'oublie la dernière chose',
      'ne retiens pas (?:ça|cela)',
    ],
    everything: [
      "(?:oublie|efface|supprime)(?:z)? tout(?: ce que (?:je t'ai dit|j'ai dit|nous avons dit|on a dit|tu sais|tu as entendu))?(?: (?:sur|de) (?:moi|nous))?",
      '(?:efface|supprime|vide)(?:z)? (?:(?:toute )?(?:ta|votre) mémoire|tous (?:mes|tes|nos) souvenirs)',
    ],
    known: [
      "(?:qu'est-ce que tu sais|que sais[- ]tu|dis[- ]moi (?:tout )?ce que tu sais|tu sais quoi|qu'est-ce que tu as retenu|qu'as[- ]tu retenu)(?: exactement)? (?:sur|de|à propos de) (?:moi|nous)",
    ],
    takeBack: [
      "(?:reprends (?:ça|cela)|remets[- ](?:ça|le|la)|souviens[- ]t'en (?:à nouveau|de nouveau|quand même)|ne l'oublie (?:finalement )?pas)(?: s'il te plaît)?",
    ],
    forGood: [
      "(?:efface|supprime|oublie)(?:z)?[- ](?:le|la|ça|cela) (?:définitivement|pour (?:de bon|toujours)|tout de suite)(?: s'il te plaît)?",
    ],
    me: '(?:moi|nous)',
    please: "(?:(?:s'il te plaît|s'il vous plaît|stp|ok|et|alors|bon)[, ]+)*",
    filler: '',
  },
  es: {
    remember: [
      '(?:(?:puedes|podrías|podrias) (?:recordar|apuntar|anotar)|recuerda|recuerde|acu[eé]rdate de|acu[eé]rdese de|no (?:te )?olvides(?: de)?|no (?:se )?olvide|ten en cuenta|tenga en cuenta|apunta|anota|toma nota de|memoriza)(?: por favor| bien)?,? que',
      '(?:quiero|me gustar[ií]a|quisiera) que (?:recuerdes|te acuerdes de|recordaras|apuntes|anotes) que',
      'guarda en (?:la|tu) memoria que',
      '(?:recuerda|apunta|anota)(?: esto| lo siguiente)?:',
    ],
    rememberBare: [],
    rememberSecret: '(?:recuerda|recuerde|apunta|anota|memoriza|guarda|no olvides)',
    statement: '(?!)',
    forget: [
      'olv[ií]da(?:te)?(?: de)? que',
      '(?:olvida|borra|elimina)(?:te de)? todo (?:lo que sabes )?(?:sobre|de|acerca de)(?! ayer| hoy| la semana| los | desde)',
      'olvida(?:te de)? (?=(?:mi|mis|nuestr[oa]s?|su|sus) )',
    ],
    forgetLast: [
      'olvida (?:todo )?lo que (?:te )?(?:acabo|acabamos) de decir(?:te)?',
      'olvida lo que (?:te )?he dicho',
      'olvida lo último(?: que (?:te )?(?:he dicho|dije))?',
      'no recuerdes (?:eso|esto)',
    ],
    everything: [
      '(?:olvida|borra|elimina) todo(?: lo que (?:te )?(?:he dicho|dije|hemos dicho|sabes|has oído))?(?: (?:sobre|de) (?:mí|mi|nosotros))?',
      '(?:borra|elimina|vac[ií]a) (?:(?:toda )?tu memoria|todos (?:mis|tus|nuestros) recuerdos)',
    ],
    known: [
      '(?:dime )?(?:qu[eé]|todo lo que) (?:cosas )?(?:sabes|recuerdas|has guardado|tienes guardado)(?: tú)?(?: exactamente)? (?:sobre|de|acerca de) (?:mí|mi|nosotros)',
    ],
    takeBack: [
      '(?:recup[eé]ralo|recupera (?:eso|esto)|devu[eé]lvelo|recu[eé]rdalo (?:otra vez|de nuevo)|no lo olvides)(?: por favor)?',
    ],
    forGood: [
      '(?:b[oó]rralo|elim[ií]nalo|olv[ií]dalo|borra eso|elimina eso) (?:para siempre|definitivamente|del todo|ahora mismo)(?: por favor)?',
    ],
    me: '(?:mí|mi|nosotros)',
    please: '(?:(?:por favor|vale|ok|y|bueno)[, ]+)*',
    filler: '¿?¡?',
  },
  it: {
    remember: [
      "(?:(?:puoi|potresti) (?:ricordare|ricordarti|annotare)|ricorda(?:ti)?|si ricordi|tieni (?:a mente|presente)|non (?:ti )?(?:dimenticare|scordare)|annota|segna(?:ti)?|prendi nota|memorizza)(?: per favore| bene)?,? (?:che |ch')",
      "(?:voglio|vorrei) che (?:tu )?(?:ti )?(?:ricordi|ricordassi|annoti) (?:che |ch')",
      '(?:ricorda(?:ti)?|annota|segnati)(?: questo| quanto segue)?:',
    ],
    rememberBare: [],
    rememberSecret: '(?:ricorda(?:ti)?|annota|segna(?:ti)?|memorizza|salva)',
    statement: '(?!)',
    forget: [
      "(?:dimentica(?:ti)?|scorda(?:ti)?) (?:che |ch')",
      '(?:dimentica|cancella|elimina) tutto (?:quello che sai |ciò che sai )?(?:su|di|riguardo a|sul|sulla|sui|sulle|del|della|dei|delle)(?! ieri| oggi)',
      "(?:dimentica|scorda) (?=(?:il |la |i |le |l')?(?:mio|mia|miei|mie|nostr[oaie]|su[oa]|suoi|sue) )",
    ],
    forgetLast: [
      'dimentica (?:tutto )?(?:quello|ciò|quanto) che (?:ti )?ho (?:appena )?detto',
      "dimentica l'ultima cosa",
      'non ricordare questo',
    ],
    everything: [
      '(?:dimentica|cancella|elimina) tutto(?: (?:quello|ciò) che (?:ti ho detto|ho detto|abbiamo detto|sai|hai sentito))?(?: (?:su|di|su di) (?:me|noi))?',
      '(?:cancella|elimina|svuota) (?:(?:tutta )?la tua memoria|tutti i (?:miei|tuoi|nostri) ricordi)',
    ],
    known: [
      '(?:dimmi )?(?:(?:che )?cosa|che|tutto quello che|quello che) (?:sai|ricordi|hai salvato|hai memorizzato)(?: esattamente)? (?:su|di|su di) (?:me|noi)',
    ],
    takeBack: ['(?:ripristinalo|ripristina questo|riportalo indietro|ricordalo di nuovo)(?: per favore)?'],
    forGood: [
      '(?:cancellalo|eliminalo|dimenticalo|cancella questo) (?:per sempre|definitivamente|subito)(?: per favore)?',
    ],
    me: '(?:me|noi)',
    please: '(?:(?:per favore|ok|e|allora|dai)[, ]+)*',
    filler: '',
  },
};
