import type { HouseholdWords } from './types.js';

export const ENGLISH: HouseholdWords = {
  lists: {
    family: 'Tom;Mia;Ben;Lena',
    child: 'Mia;Ben',
    person:
      'Aunt Rosa;Grandpa Karl;Clara;the Novaks|Novaks;Uncle Pete;Hannah;Mr Silva;cousin Jonas;Grandma Edith;Olivia;the Bakers|Bakers;Viktor;Yuki;Priya',
    dish: 'lasagne;mushroom risotto|risotto;roast chicken;lentil soup;fish fingers;pumpkin curry;meatballs|meatball;spinach pancakes|pancake;potato gratin;tacos;trout;stuffed peppers|stuffed pepper;goulash;vegetable pie;noodles with pesto|pesto noodles;beef stew;pizza;schnitzel;chilli;ramen;quiche;moussaka;dumplings;salmon',
    snack:
      'cheese sandwiches|cheese sandwich;tomato soup;scrambled eggs;a Greek salad|Greek salad;leftover rice;hummus;baked beans;sausages;an omelette|omelette;tuna rolls|tuna roll;couscous;porridge',
    title:
      'The Blue Lighthouse;Winter Station;Paper Dragons;A Quiet Harbour;The Clockmaker;Seven Bridges;Moonlit Orchard;The Last Tram;Copper Wings;Mister Fog;The Glass Garden;Northern Road;A Song for Ada;The Honey Thief;Silent Snow;Island of Kites',
    appliance:
      'dishwasher;washing machine;oven;fridge;boiler;doorbell;tumble dryer|dryer;vacuum cleaner;lawnmower;radiator;coffee machine;garage door;toaster;extractor fan',
    fault: 'was leaking;made a loud noise;would not start;had a broken switch;smelled burnt;kept stopping',
    helper: 'the plumber;the electrician;a technician;Uncle Pete;Mr Silva;Tom',
    item: 'a kettle|kettle;hiking boots;a winter coat|winter coat;a bookshelf|bookshelf;printer ink;two lamps|lamps;a bicycle helmet|bicycle helmet;a tent|tent;paint for the fence|fence paint;a frying pan|frying pan;running shoes;a suitcase|suitcase;headphones;a board game|board game;curtains|curtain;a raincoat|raincoat;a drill|drill;a mattress|mattress;swimming goggles;a toaster|toaster;a ladder|ladder;a violin|violin;a hammock|hammock;seeds',
    shop: 'the hardware store;a department store;the flea market;an online shop;the shop on the corner;the outlet',
    complaint:
      'a sore throat|sore throat;a headache|headache;a fever|fever;a twisted ankle|ankle;toothache;an earache|earache;a rash|rash;a stomach ache|stomach ache;a cough|cough;back pain;hay fever;a cut finger|finger',
    remedy:
      'stayed in bed;got drops from Doctor Lind;drank a lot of tea;went to the pharmacy;was better by the evening;saw Doctor Lind',
    subject: 'maths;history;biology;French;geography;music;art;physics;chemistry',
    result: 'got a very good mark;passed just so;has to do it again;was praised;got top marks',
    animal: 'Bruno;Minka',
    deed: 'chewed a slipper|slipper;caught a mouse|mouse;ran after the postman|postman;slept in the washing basket|washing basket;was at the vet|vet;stole a sausage from the table|sausage;hid under the sofa|sofa;scratched the armchair|armchair;dug up the lawn|lawn;got a new collar|collar;would not eat|eat;chased a squirrel|squirrel',
    plant:
      'tomatoes|tomato;roses|rose;the hedge|hedge;strawberries|strawberry;tulips|tulip;the apple tree|apple tree;basil;pumpkins|pumpkin;lavender;potatoes|potato;the vine|vine;sunflowers|sunflower',
    place:
      'Lake Anholt;Greyfield Castle;the zoo|zoo;the science museum|science museum;Pine Island;Marlow;the climbing hall|climbing hall;Fox Hill;the Christmas market|Christmas market;the botanical garden|botanical garden;Port Ellin;the old mine|old mine',
    outing: 'walked for hours;had ice cream;got wet in the rain;missed the bus home;met old friends;took many photos',
    matter:
      'the birthday party|birthday party;the holiday flat|holiday flat;the car insurance|car insurance;a broken heart|broken heart;the school play|school play;the new job|new job;the wedding|wedding;the tax return|tax return;the choir|choir;moving house;the neighbours’ fence|fence;a recipe|recipe',
    job: 'cleaned the windows|windows;tidied the cellar|cellar;ironed the shirts|shirts;washed the car|car;defrosted the freezer|freezer;sorted the old toys|toys;cleaned the gutters|gutters;took the bottles away|bottles;oiled the door hinges|hinges;changed the beds|beds;swept the yard|yard;emptied the compost|compost',
    remark:
      'Everybody was happy.;It took longer than planned.;Nobody complained.;It was quite an evening.;Ben laughed a lot.;Mia wants to do that again.;It was raining outside.;Lena was tired.;The radio was playing.;Tom took a picture.',
  },
  entries: {
    dinner: [
      'For dinner there was {dish}. {remark}',
      '{family} cooked {dish} for dinner. {remark}',
      'Dinner was {dish}, made by {family}. {remark}',
    ],
    lunch: ['For lunch they had {snack}. {remark}', '{family} prepared {snack} for lunch.'],
    film: ['They watched the film “{title}” together. {remark}', 'Film night: “{title}”. {family} fell asleep.'],
    visit: ['{person} came to visit. {remark}', 'Visit from {person}, who stayed for coffee. {remark}'],
    repair: [
      'The {appliance} {fault}; {helper} repaired it.',
      '{helper} came and repaired the {appliance}, which {fault}.',
    ],
    purchase: [
      '{family} bought {item} at {shop} for {price} euros.',
      'They bought {item} for {price} euros from {shop}. {remark}',
    ],
    health: ['{family} had {complaint} and {remedy}.', '{family} was ill with {complaint}, {remedy}.'],
    school: ['{child} had a test in {subject} and {result}.', 'School: {child} {result} in {subject}. {remark}'],
    pet: ['{animal} {deed}. {remark}', '{animal} {deed} again.'],
    garden: [
      '{family} planted and watered {plant} in the garden.',
      'In the garden {family} took care of {plant}. {remark}',
    ],
    trip: ['Trip to {place}: they {outing}.', 'They went on a trip to {place} and {outing}. {remark}'],
    call: ['{person} called about {matter}.', 'Phone call with {person} about {matter}. {remark}'],
    chore: ['{family} {job}. {remark}', '{family} {job} in the afternoon.'],
  },
  questions: {
    dinner: {
      own: [
        'What did we have for dinner {when}?',
        'What was for dinner {when}?',
        'Who cooked {dish} for dinner {when}?',
      ],
      other: ['What did we eat in the evening {when}?'],
    },
    lunch: {
      own: ['What did we have for lunch {when}?', 'Who made {snack} for lunch {when}?'],
      other: ['What was on the table at noon {when}?'],
    },
    film: {
      own: [
        'Which film did we watch {when}?',
        'What was the film called that we saw {when}?',
        'Did we watch {title} {when}?',
      ],
      other: ['What did we see at the movies {when}?'],
    },
    visit: {
      own: ['Who came to visit {when}?', 'Did {person} visit us {when}?', 'Who were our visitors {when}?'],
      other: ['Which guests did we have {when}?'],
    },
    repair: {
      own: [
        'Who repaired the {appliance} {when}?',
        'What was wrong with the {appliance} {when}?',
        'Was the {appliance} being repaired {when}?',
      ],
      other: ['What got fixed {when}?'],
    },
    purchase: {
      own: [
        'How much was the {item} that we bought {when}?',
        'Where did we buy the {item} {when}?',
        'What did we pay for the {item} {when}?',
      ],
    },
    health: { own: ['Who had {complaint} {when}?', 'What did the one with {complaint} do {when}?'] },
    school: { own: ['How did {child} do in {subject} {when}?', 'What about the {subject} test of {child} {when}?'] },
    pet: {
      own: ['What was that about {animal} and the {deed} {when}?', 'Which of the pets was it with the {deed} {when}?'],
    },
    garden: { own: ['Who looked after the {plant} {when}?', 'What did we do with the {plant} in the garden {when}?'] },
    trip: {
      own: [
        'How was our trip to {place} {when}?',
        'What did we do at {place} {when}?',
        'Where did our trip go {when}?',
      ],
      other: ['Which excursion did we make {when}?'],
    },
    call: {
      own: [
        'Who called about {matter} {when}?',
        'What did {person} call about {when}?',
        'When {when} was the call about {matter}?',
      ],
    },
    chore: { own: ['Who did the {job} {when}?', 'Has somebody seen to the {job} {when}?'] },
  },
  times: {
    weekdays: 'Sunday;Monday;Tuesday;Wednesday;Thursday;Friday;Saturday',
    months: 'January;February;March;April;May;June;July;August;September;October;November;December',
    numbers: 'two;three;four;five;six;seven;eight;nine',
    yesterday: 'yesterday',
    dayBeforeYesterday: 'the day before yesterday',
    daysAgo: '{n} days ago',
    weeksAgo: 'about {n} weeks ago',
    monthsAgo: '{n} months ago',
    lastWeekday: 'last {weekday}',
    weekdayLastWeek: 'on {weekday} last week',
    lastWeekend: 'last weekend',
    lastMonth: 'last month',
    date: 'on the {day} of {month}',
    numericDate: 'on {dd}/{mm}',
    inMonth: 'in {month}',
    inMonthOfYear: 'in {month} {year}',
    earlyMonth: 'at the beginning of {month}',
    lateMonth: 'at the end of {month}',
    betweenMonths: 'between {month} and {month2}',
    weekdayBeforeEaster: 'on the {weekday} before Easter',
    easter: 'at Easter',
    easterMonday: 'on Easter Monday',
    christmasEve: 'on Christmas Eve',
    newYearsEve: 'on New Year’s Eve',
    halloween: 'at Halloween',
    summer: 'last summer',
  },
};
