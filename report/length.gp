# length.gp -- speed of one head configuration over length and batch
#
# Columns: x, length, roof, own kernels, one for each baseline, number of the problem. A blank line stands between
# batches, where lines break. Set by the program: baselines (names), unit, x_max, has_roof, labels of batches.
set lmargin at screen 0.135
set rmargin at screen 0.985
set bmargin at screen 0.17
set tmargin at screen 0.835
set xrange [0.4:x_max]
set yrange [0:*]
set offsets 0, 0, graph 0.04, 0
set xtics scale 0 font "sans,10"
set label 101 "keys" at graph -0.02, screen 0.105 right textcolor rgb c_muted
set label 102 "batch" at graph -0.02, screen 0.035 right textcolor rgb c_muted
set label 103 unit at screen 0.008, graph 0.5 center rotate by 90 offset char 1.0, 0 textcolor rgb c_muted
n = words(baselines)
plot for [i = 1:has_roof] data using ($1 - 0.36):3:(0.72):(0) with vectors nohead linewidth 2 linecolor rgb c_roof title "roof", \
     for [i = 1:n] data using 1:(column(4 + i)) with linespoints linewidth 1.5 dashtype int(pick(baseline_dashes, i)) \
         pointtype int(pick(baseline_points, i)) linecolor rgb pick(baseline_colours, i) title word(baselines, i), \
     data using 1:4:xtic(2) with linespoints linewidth 2 pointtype 7 linecolor rgb c_own title "own kernels", \
     data using 1:4:(stringcolumn(5 + n)) with labels hypertext point pointtype 7 linecolor rgb c_own notitle
unset output
