// Words around the wake word, folded: what they make of it, in the languages that people speak to it.

const set = (text: string) => new Set(text.split(/\s+/));
export const GREETINGS = set(
  `hey hi hello ok okay yo hej he hallo servus moin salut bonjour bonsoir dis coucou oye hola ey heh hay
   ehi hei hiya howdy privet ei okei alo slushai ciao buongiorno buonasera hoi goedemorgen goedenavond ola czesc`,
);
/** What speech to text makes of "hey": "may Jarvis", "the H. Arvis", "and a jar of this". */
export const MISHEARD_HEY = set(
  'a an the and h p hr age page eight each aid ate may pay paid day they hate head main ai ay ei e et eh er',
);
/** Words said to people as well, before a name: "thank you, Jarvis", "no Jarvis the other one". */
export const REPLIES = set(
  'thanks thank danke merci gracias grazie obrigado no nein nee non sorry spasibo net morning evening afternoon',
);
/** What may follow a name at the end: "…, Jarvis, please". */
export const PLEASE = set(
  'please thanks thank you bitte danke merci gracias por favor per favore sil te vous plait now jetzt pojaluista',
);
/** Said before a name to ask for somebody's ear: "sag mal Jarvis", "tell me Jarvis". */
export const OPENERS = new Set([
  'sag mal',
  'sag mir',
  'tell me',
  'dis moi',
  'dis donc',
  'zeg eens',
  'zeg mal',
  'di mi',
  'skaji mne',
  'powiedz mi',
]);
/** "Hi there, Jarvis", "hey du Jarvis". */
export const AFTER_GREETING = set('there again you du toi tu');
/** "Good morning", "buenas noches": the first words and the second ones. */
export const GOOD = set('good guten gute bon bonne buenos buenas buon buona bom boa');
export const TIMES_OF_DAY = set(
  'morning afternoon evening night day morgen tag abend nacht matin soir nuit dias tardes noches giorno sera notte dia tarde noite',
);
export const BEFORE = set(
  'so and um uh oh ah well yeah yes alright also then please und äh ah ähm also na ja ach alors euh eh bon et y bueno pues excuse me come on listen look right du dime dimmi los vamos dai bitte por favor per favore alsjeblieft sil te vous plait cheers hor mal schau komm ecoute allez tiens mira escucha venga',
);
/** Words after a name that make it someone who is spoken about; before it, too. */
export const TELLS = set(
  `is was has had says said told called calls likes loves lives lived works worked went came goes comes wants wanted thinks thought
   made makes and or isnt wasnt gave got needs knows knew does looks looked seems plays played asked asks will would s from
   doesnt didnt hasnt hadnt wouldnt couldnt wont cant keeps hears forgets forgot understands answers answered responds listens turned stopped woke
   ist war hat hatte sagt sagte rief ruft mag liebt wohnt arbeitet ging kam geht kommt will wollte und oder heisst hiess wird macht sieht spielt lauft weiss
   hort funktioniert antwortet versteht reagiert redet spricht
   est etait a avait dit disait aime habite travaille va vient veut et ou fait m sait marche fonctionne repond comprend entend
   e aveva dice diceva sente funziona capisce heeft zei zegt werkt hoort foi tem disse jest byl powiedzial mowi dziala
   es era esta estaba ha habia dijo dice llamo gusta vive trabaja fue va viene quiere y o que se tiene hace sabe funciona entiende responde
   skazal skazala govorit govoril byl bila rabotaet znaet slishit`,
);
/** Words that ask for nothing when they stand alone before a name. */
export const PREAMBLE = [GREETINGS, REPLIES, PLEASE, BEFORE];
export const SPEAKS_OF = set(
  `adore adores loves likes hates liebt mag hasst aime ama try tried use used using buy bought hate trust benutze benutzt benutzen utilise essaie deteste usa prueba odio
   is was be been am are im its hes shes thats whos called named name call me him to with of about and or for from by like than not the a an my your his her our their mr mrs
   dear cest cetait uncle played meet met know knows saw see said says love ask asked tell told
   ist war heisst heisse bin nenn nenne mich mit von zu zum und oder fur bei der die das den mein dein sein ihr unser herr onkel kennst kenne kennt frag frage fragst
   est etait suis appelle moi avec de a et ou pour chez le la mon ton son notre monsieur connais demande
   es era soy llamo llama me con de a y o para por el la mi tu su nuestro senor conoces pregunta preguntale
   zovut takoi takaya eto`,
);
/** What is asked or told of somebody by name, also with an adverb before the name: "wer ist eigentlich Jarvis". */
export const SPEAKS_WITH = set(
  `is was are ask know have has got haben habe hat ist war frag frage fragt fragen kennt kennst heisst called est etait demande connais es era pregunta conoces e is wie vraag`,
);
export const ADVERBS = set(
  `actually exactly really again just simply even then now jetzt eigentlich ubrigens denn doch einfach mal uberhaupt nochmal genau nur
   donc vraiment exactement simplement realmente exactamente simplemente entonces davvero eigenlijk toch gewoon`,
);
/** Verbs that give a name to somebody: "my sister calls the robot Jarvis". */
export const NAMING = set(
  'calls called named names nennt nennen nannte genannt taufte getauft appelle appellent appelait sappelle sappelait lappelle lappellent mappelle nomme llama llaman llamo llamamos chiama noemt',
);
/** "We call it Jarvis": not "call Anna, Jarvis". */
export const NAMES_IT = /^(?:call|name) (?:it|him|her|them|us|me)$/;
/** Asks for the name of something: "what was the film called again, Jarvis". */
export const ASKS_NAME = set('what whats which how wie comment quoi quel quelle como que cual');
/** "How is that cake called Jarvis", not "which one is called Jarvis". */
export const IS_CALLED = /^(?:what|how)(?:s| is| was| are| were) \S.* (?:called|named)$/;
/** "Jarvis Netflix on the TV": what has a capital after the name is asked for, and no second name. */
export const PLACES = set(
  'on in at to for from until auf im in am an um fur bis sur dans a au aux en pour de al del para por please bitte',
);
/** "Jarvis or Alexa": one of two, also in a question. */
export const EITHER = set('or oder ili');
/** "Джарвис сломался": nobody is asked to have done something. */
export const RUSSIAN_PAST = /^[а-яё]{2,}(?:л|ла|лся|лась)$/;
/** "Jarvis schaltet nie aus": a verb in the third person, with a word that tells how it is; orders hold neither. */
export const GERMAN_VERB = /^(?!nicht|jetzt)(?:[a-zäöüß]{3,}(?<!s)t|kann|muss|soll|darf)$/;
export const GERMAN_TELLS = /^\S+ (?!ich|wir|man|du).*\b(?:nicht|nie|niemals|immer|dauernd|kein(?:e|en)?)\b[^?]*$/;
/** "Jarvis controls the lights", "Jarvis always gets it wrong", "Jarvis did not hear me": but not "Jarvis lights on". */
export const ENGLISH_TELLS =
  /^(?:(?:never|always|still|just|also|often|sometimes) \p{Ll}+(?<![isu'’]s|s)s |(?!news|this|his|yes)\p{Ll}+(?<![isu'’]s)s (?:the|an?|my|our|your|me|us|it|him|her|them|everything|nothing|too|very|really|so|well|all)(?!\p{L})|(?:is|was|did|does|has|had|could|would|will|can) not )/u;
/** Between a name and a verb that tells of it: "Jarvis never listens". */
export const MEANWHILE = set(
  `never always still just also often sometimes already once nie immer wieder auch schon noch manchmal oft toujours jamais encore
   souvent aussi me le nous lo nos nunca siempre tambien todavia ya ne no`,
);
/** A denied verb in the third person, which asks for nothing: "ne marche plus", "no funciona"; "no apagues" asks. */
export const DENIES =
  /^(?:ne? (?:(?:me|m|nous|se|s) )?(?:marche|fonctionne|repond|comprend|entend|ecoute|sait|peut|veut|parle)|no (?:(?:me|nos|se) )?\p{L}{3,}[ae])(?!\p{L})/u;
/** Questions may begin so after a name without a pause: "Jarvis can you …". */
export const ADDRESSES =
  /^(?:(?:is|are|was|will|would|does|has|have|(?:is|are|was|wo|would|could|does|has|ca)n['’]?t) (?:it|there|the|my|any|you|this|that|everything)|(?:ist|war|wird|hat) (?:es|noch|jemand|alles)|from (?:now|today|tomorrow|tonight)|est[- ]ce|y a|à|où|qué|es (?:ist|wird|war|regnet|gibt|zieht)|läuft (?:der|die|das|noch)|es (?:muy )?(?:tarde|temprano|pronto)|hace (?:(?:muy|mucho|demasiado|tanto) )?(?:frío|calor|sol|viento|falta))(?![\p{L}])/u;
/** German orders of which speech to text writes "mach" as "macht": "macht das Licht an", not "macht immer das Licht an". */
export const ORDERS =
  /^macht (?:bitte |mal )*(?:das|die|den|alle|mein\p{L}*|unser\p{L}*|\p{Lu}\p{L}+) .*?(?:an|aus|auf|zu|ab|hoch|runter|leiser|lauter|heller|dunkler|wärmer|kälter)[\s.!]*$/u;
