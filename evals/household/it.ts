import type { HouseholdWords } from './types.js';

export const ITALIAN: HouseholdWords = {
  lists: {
    family: 'Tommaso;Mia;Ben;Elena',
    child: 'Mia;Ben',
    person:
      'zia Rosa;nonno Carlo;Chiara;i Novak|Novak;zio Piero;Anna;il signor Silva|signor Silva;il cugino Giona|cugino Giona;nonna Edda;Olivia;i Fornai|Fornai;Vittorio;Yuki;Priya',
    dish: 'le lasagne|lasagne;il risotto ai funghi|risotto;il pollo arrosto|pollo arrosto;la zuppa di lenticchie|zuppa di lenticchie;i bastoncini di pesce|bastoncini di pesce;il curry di zucca|curry;le polpette|polpette;le crespelle agli spinaci|crespelle;lo sformato di patate|sformato;i tacos|tacos;la trota|trota;i peperoni ripieni|peperoni;il gulasch|gulasch;la torta salata|torta salata;la pasta al pesto|pasta al pesto;lo spezzatino|spezzatino;la pizza|pizza;le cotolette|cotoletta;il chili|chili;il ramen|ramen;la quiche|quiche;la moussaka|moussaka;i ravioli|ravioli;il salmone|salmone',
    snack:
      'panini al formaggio|panino al formaggio;zuppa di pomodoro;uova strapazzate;insalata greca;riso avanzato|riso;hummus;fagioli;salsicce|salsiccia;frittata;tramezzini al tonno|tonno;cuscus;porridge',
    title:
      'Il faro azzurro;Stazione d’inverno;Draghi di carta;Un porto tranquillo;L’orologiaia;Sette ponti;Il frutteto di luna;L’ultimo tram;Ali di rame;Il signor Nebbia;Il giardino di vetro;Strada del nord;Una canzone per Ada;Il ladro di miele;Neve silenziosa;L’isola degli aquiloni',
    appliance:
      'lavatrice;lavastoviglie;asciugatrice;caldaia;macchina del caffè;aspirapolvere;tapparella;porta del garage;stampante;stufa;cappa;affettatrice',
    fault: 'perdeva acqua;faceva rumore;non partiva;aveva un tasto rotto;puzzava di bruciato;si fermava sempre',
    helper: 'L’idraulico;L’elettricista;Un tecnico;Zio Piero;Il signor Silva;Tommaso',
    item: 'un bollitore|bollitore;scarponi da montagna|scarponi;un cappotto invernale|cappotto;una libreria|libreria;inchiostro per la stampante|inchiostro;due lampade|lampada;un casco da bici|casco;una tenda da campeggio|tenda da campeggio;vernice per lo steccato|vernice;una padella|padella;scarpe da corsa;una valigia|valigia;delle cuffie|cuffie;un gioco da tavolo|gioco da tavolo;delle tende|tende;un impermeabile|impermeabile;un trapano|trapano;un materasso|materasso;occhialini da nuoto|occhialini;una scala|scala;un violino|violino;un’amaca|amaca;dei semi|semi;un ombrellone|ombrellone',
    shop: 'in ferramenta;ai grandi magazzini;al mercatino;in rete;nel negozio all’angolo;ai saldi',
    complaint:
      'mal di gola;mal di testa;la febbre|febbre;una caviglia storta|caviglia;mal di denti;mal d’orecchi|orecchi;uno sfogo|sfogo;mal di pancia;la tosse|tosse;mal di schiena;il raffreddore da fieno|raffreddore da fieno;un dito tagliato|dito',
    remedy:
      'è rimasto a letto;ha avuto le gocce dal dottor Lind;ha bevuto molta camomilla;è passato in farmacia;la sera stava meglio;è andato dal dottor Lind',
    subject: 'matematica;storia;biologia;francese;geografia;musica;disegno;fisica;chimica',
    result: 'ha preso un ottimo voto;è passato per un pelo;deve rifarla;ha avuto i complimenti;ha fatto tutto giusto',
    animal: 'Bruno;Minka',
    deed: 'ha rosicchiato una pantofola|pantofola;ha preso un topo|topo;ha rincorso il postino|postino;ha dormito nella cesta del bucato|cesta del bucato;è stato dal veterinario|veterinario;ha rubato una salsiccia dalla tavola|salsiccia;si è nascosto sotto il divano|divano;ha graffiato la poltrona|poltrona;ha scavato nel prato|prato;ha un collare nuovo|collare;ha inseguito uno scoiattolo|scoiattolo;ha mangiato il formaggio|formaggio',
    plant:
      'i pomodori|pomodori;le rose|rose;la siepe|siepe;le fragole|fragole;i tulipani|tulipani;il melo|melo;il basilico|basilico;le zucche|zucca;la lavanda|lavanda;le patate|patate;la vite|vite;i girasoli|girasole',
    place:
      'al lago di Anholt|lago di Anholt;al castello di Grisval|castello di Grisval;allo zoo|zoo;al museo della scienza|museo della scienza;all’isola dei Pini|isola dei Pini;a Marlow|Marlow;alla palestra di roccia|palestra di roccia;alla collina della Volpe|collina della Volpe;al mercatino di Natale|mercatino;all’orto botanico|orto botanico;a Porto Ellin|Porto Ellin;alla vecchia miniera|miniera',
    outing:
      'hanno camminato per ore;hanno preso il gelato;si sono bagnati sotto la pioggia;hanno perso l’autobus;hanno incontrato vecchi amici;hanno fatto molte foto',
    matter:
      'la festa di compleanno|festa di compleanno;la casa delle vacanze|casa delle vacanze;l’assicurazione della macchina|assicurazione;una delusione d’amore|delusione;la recita della scuola|recita;il nuovo lavoro|lavoro;il matrimonio|matrimonio;la dichiarazione dei redditi|dichiarazione dei redditi;il coro|coro;il trasloco|trasloco;lo steccato dei vicini|steccato;una ricetta|ricetta',
    job: 'ha lavato i vetri|vetri;ha riordinato la cantina|cantina;ha stirato le camicie|camicie;ha lavato la macchina|macchina;ha sbrinato il congelatore|congelatore;ha diviso i vecchi giocattoli|giocattoli;ha pulito le grondaie|grondaie;ha portato via le bottiglie|bottiglie;ha oliato i cardini|cardini;ha cambiato le lenzuola|lenzuola;ha spazzato il cortile|cortile;ha svuotato il compost|compost',
    remark:
      'Erano tutti contenti.;Ci è voluto più del previsto.;Nessuno si è lamentato.;Che giornata.;Ben ha riso molto.;Mia vuole rifarlo.;Fuori pioveva.;Elena era stanca.;La radio suonava.;Tommaso ha fatto una foto.',
  },
  entries: {
    dinner: [
      'A cena c’erano {dish}. {remark}',
      '{family} ha cucinato {dish} per cena. {remark}',
      'Cena: {dish}, a cura di {family}. {remark}',
    ],
    lunch: ['A pranzo hanno mangiato {snack}. {remark}', '{family} ha preparato {snack} per pranzo.'],
    film: ['Hanno guardato insieme il film «{title}». {remark}', 'Serata film: «{title}». {family} si è addormentato.'],
    visit: ['In visita: {person}. {remark}', 'Visita di {person}, con caffè e torta. {remark}'],
    repair: [
      'Guasto: {appliance}, {fault}. {helper} ha riparato tutto.',
      '{helper} ha riparato {appliance}, che {fault}.',
    ],
    purchase: [
      '{family} ha comprato {item} {shop} per {price} euro.',
      'Hanno comprato {item} per {price} euro {shop}. {remark}',
    ],
    health: ['{family} aveva {complaint} e {remedy}.', '{family} stava male, aveva {complaint} e {remedy}.'],
    school: [
      '{child} ha fatto una verifica di {subject} e {result}.',
      'Scuola: {child} {result} in {subject}. {remark}',
    ],
    pet: ['{animal} {deed}. {remark}', 'Un’altra volta {animal} {deed}.'],
    garden: [
      '{family} ha piantato e innaffiato {plant} in giardino.',
      'In giardino {family} ha curato {plant}. {remark}',
    ],
    trip: ['Gita {place}: {outing}.', 'Sono andati in gita {place} e {outing}. {remark}'],
    call: ['Ha telefonato {person} per {matter}.', 'Telefonata di {person}: si parlava di {matter}. {remark}'],
    chore: ['{family} {job}. {remark}', 'Nel pomeriggio {family} {job}.'],
  },
  questions: {
    dinner: {
      own: ['Cosa c’era a cena {when}?', 'Che cena abbiamo fatto {when}?', 'Chi ha cucinato {dish} per cena {when}?'],
      other: ['Che cosa abbiamo mangiato la sera {when}?'],
    },
    lunch: {
      own: ['Cosa c’era a pranzo {when}?', 'Chi ha preparato {snack} {when}?'],
      other: ['Che cosa c’era in tavola a mezzogiorno {when}?'],
    },
    film: {
      own: [
        'Che film abbiamo guardato {when}?',
        'Come si chiamava il film che abbiamo visto {when}?',
        'Abbiamo guardato {title} {when}?',
      ],
      other: ['Cosa abbiamo visto al cinema {when}?'],
    },
    visit: {
      own: ['Chi è venuto in visita {when}?', '{person} ci ha fatto visita {when}?', 'Di chi era la visita {when}?'],
      other: ['Che ospiti avevamo {when}?'],
    },
    repair: {
      own: [
        'Chi ha riparato {appliance} {when}?',
        'Che cosa aveva {appliance} {when}?',
        'Com’è andata la riparazione, {appliance}, {when}?',
      ],
      other: ['Che cosa si è rotto {when}?'],
    },
    purchase: {
      own: [
        'Quanto costava quello che abbiamo comprato {when}, {item}?',
        'Dove abbiamo comprato {item} {when}?',
        'Quanto abbiamo pagato {item} {when}?',
      ],
    },
    health: { own: ['Chi aveva {complaint} {when}?', 'Come stava chi aveva {complaint} {when}?'] },
    school: { own: ['Com’è andata a {child} in {subject} {when}?', 'E la verifica di {subject} di {child} {when}?'] },
    pet: { own: ['Cos’è successo {when} con {animal} e {deed}?', 'Che animale era {when}, quello con {deed}?'] },
    garden: { own: ['Chi ha curato {plant} {when}?', 'Cosa abbiamo fatto in giardino con {plant} {when}?'] },
    trip: {
      own: [
        'Com’è andata la gita, {place}, {when}?',
        'Cosa abbiamo fatto a {place} {when}?',
        'Dove siamo andati in gita {when}?',
      ],
      other: ['Che escursione abbiamo fatto {when}?'],
    },
    call: {
      own: [
        'Chi ha telefonato per {matter} {when}?',
        'Perché ha telefonato {person} {when}?',
        'Di chi era la telefonata su {matter} {when}?',
      ],
    },
    chore: { own: ['Chi si è occupato di {job} {when}?', 'Qualcuno ha pensato a {job} {when}?'] },
  },
  times: {
    weekdays: 'domenica;lunedì;martedì;mercoledì;giovedì;venerdì;sabato',
    months: 'gennaio;febbraio;marzo;aprile;maggio;giugno;luglio;agosto;settembre;ottobre;novembre;dicembre',
    numbers: 'due;tre;quattro;cinque;sei;sette;otto;nove',
    yesterday: 'ieri',
    dayBeforeYesterday: 'l’altro ieri',
    daysAgo: '{n} giorni fa',
    weeksAgo: 'circa {n} settimane fa',
    monthsAgo: '{n} mesi fa',
    lastWeekday: 'lo scorso {weekday}',
    weekdayLastWeek: '{weekday} della settimana scorsa',
    lastWeekend: 'lo scorso fine settimana',
    lastMonth: 'il mese scorso',
    date: 'il {day} {month}',
    numericDate: 'il {dd}/{mm}',
    inMonth: 'nel mese di {month}',
    inMonthOfYear: 'in {month} {year}',
    earlyMonth: 'all’inizio di {month}',
    lateMonth: 'alla fine di {month}',
    betweenMonths: 'tra {month} e {month2}',
    weekdayBeforeEaster: 'il {weekday} prima di Pasqua',
    easter: 'a Pasqua',
    easterMonday: 'a Pasquetta',
    christmasEve: 'alla vigilia di Natale',
    newYearsEve: 'a San Silvestro',
    halloween: 'a Halloween',
    summer: 'l’estate scorsa',
  },
};
