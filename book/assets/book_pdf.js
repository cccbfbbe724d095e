window.bookPdf = false;
